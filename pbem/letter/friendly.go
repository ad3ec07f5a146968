package letter

import "strings"

// friendly are the words of wishes: the hearty ones and those between them. A line without a hearty word is
// no wish: "the other one please" is an instruction.
var friendly, hearty = func() (friendly, hearty map[string]bool) {
	between := phraseSet(strings.Join(strings.Fields(`
		about all another around at back been big bit busy can't celebrate comes day days ending enough everybody evening finally fine
		fun gang glad good got great had happy hear here holiday home hope i'm i'll i've is it it's just kids late little long lot lovely me might
		morning much night now off on one our out over play please quick ready really rest see slow some soon spend stay still sunny super
		take that that's there they this time tonight travel turn until up us wait waiting was we week weekend well were what when while will
		wish with wonderful work year yet you your yours
		auf aus bei bin bis das dass dem den der die dir ein eine einen euch eure für gerade gute guten habe ich ihr im in ist jetzt kein mal mir
		mit nach noch nun nur schon schöne schönen schönes seit sonntag montag dienstag mittwoch donnerstag freitag samstag spät spiel über und uns viel von
		vor war wir wird wünsche zeit zu zum zur
		au avec belle bon bonne ce ces c'est désolé désolée en est et il j'ai je la le les mes mon nous on par pas pour que qui retard sur tous
		toutes une vacances vos votre vous
		al buen buena buenas bueno con de del el ella en es esta este finde hasta la las lo los me mi para perdón por que retraso se semana su suerte
		tarde todas todos un una vemos y
		al alla bella buon buona buone buoni che con da del di è gioco ho il in la le lo mi per però ritardo scusa scusate sera sono tutti tutte un
		una vi
		aan alle allemaal bij dan dat de een en er fijn fijne geluk goed goede het iedereen ik in is je jullie laat met mijn nog nu om op prettig prettige
		tot van veel voor weer wel wens zo
		af alle at da de den det dig du en er et for fra god godt ha hav held i jeg jer kan med mig min og om på rigtig ses sent snakkes til tur vi
		alla att bra det dig du en er ett fin fint från för glad ha hej helg hörs jag kväll lycka med mig min och om på så till trevlig vi vara
		deg dere ei en fin fint fra før ha hei helg hyggelig jeg kveld lykke med meg og oss på si snakkes så til vi
		abraço as até bem boa bom com da de do dia e em eu fim foi forte grande mais muito na no noite o os para pela pelo por que sorte todos um uma
		dla do dzień i jest jutro miłego na nie od po się spokojnego to udanego w wam wszystkiego z za ze życzę
		a dne dobrou hezký hezkého já je krásný mějte na pěkný pro přeji s se si v vám večer všem víkend z za ze
		hei hyvä hyvää iltaa illanjatkoa ja kaikille kaikki kanssa kiva mukava mukavaa minä nyt on päivää se sitten taas viikkoa if know anything always ever before usual down under end
		everything something any wrong mistake mistakes questions turn move moves play next again later works work done that's me one first last same
		running hosting waiting help over out late early go way tomorrow today`), "|"))
	hearty = phraseSet(strings.Join(strings.Fields(`fun luck weekend holiday holidays wish wishes hope sunny lovely wonderful glad happy super great thanksgiving delay
		urlaub wünsche wochenende feiertag sonntag urlaubs glück retard vacances journée soirée souhaite fête suerte finde retraso demora besos abrazo feliz ritardo
		scusate gioco buon saluti geluk fijn fijne prettig weekend groeten held lykke lycka kväll helg weekend sorte abraço beijos víkend hezký večer
		viikonloppua illanjatkoa päivänjatkoa mukavaa hyvää życzę miłego udanego`), "|"))
	friendly = map[string]bool{}
	for w := range between {
		friendly[w] = true
	}
	for w := range hearty {
		friendly[w] = true
	}
	for phrase := range closings {
		for w := range strings.FieldsSeq(phrase) {
			friendly[w] = true
			if len(w) > 2 && !between[w] && !besides[w] {
				hearty[w] = true
			}
		}
	}
	return friendly, hearty
}()

// titles come before names.
var titles = phraseSet(`dr|med|mag|univ|habil|rer|nat|phil|dott|ssa|prof|ing|mgr|bc|dipl|herr|frau|mr|mrs|ms|miss|sir|m|mme|mlle|sr|sra|srta|sig|sigra|dhr|mevr|drs|ir|inż|mgr inż|phdr|mudr|judr`)
