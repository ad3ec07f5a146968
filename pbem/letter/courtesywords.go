package letter

import "strings"

// closings are the polite words that end mails, in the languages of our players. besides are words that
// accompany them, and greetings are the words that begin mails. All are in the form of plainWord.
var (
	closings = phraseSet(`
		thanks|thank you|thx|tnx|thanx|ty|tyvm|cheers|many thanks|thanks a lot|thanks so much|thanks very much|thank you very much
		|thank you so much|thanks again|thanks a bunch|thanks a million|thanks in advance|thank you in advance|much appreciated
		|with thanks|with many thanks|thanks for the game|thanks for hosting|thanks for running this|thanks for running the game
		|thanks for your help|thanks for the help|thanks for your patience|thanks for waiting|thanks for your time
		|ta|ta muchly|good game|good game everyone|good game all|gg|v r|vr|nice one|toodle pip|catch you later|catch up soon|hope that's ok|hope that's okay|hope this is ok|hope this works|hope that works|that's me done
		|that's all from me|that's my turn|your move|your turn|over and out|talk soon x
		|thanks for everything|let me know if i got anything wrong|let me know if i messed anything up|let me know if there are any questions|thank you for your patience|thank you for waiting|sorry for the delay|sorry for being late
		|sorry for the wait|apologies for the delay|sorry
		|best|best wishes|best regards|regards|kind regards|kindest regards|warm regards|warmest regards|warm wishes|warmest wishes
		|kind wishes|with kind regards|with best regards|with best wishes|with regards|with warm regards|my best|all my best
		|all the best|very best|very best wishes|the best|br|rgds|brgds|kr|mfg|bw|sincerely|yours|yours sincerely|sincerely yours
		|yours truly|yours faithfully|faithfully|faithfully yours|respectfully|respectfully yours|truly yours|very truly yours
		|cordially|warmly|best always|love|lots of love|with love|much love|hugs|xo|xx|xxx|xoxo|peace|cheerio|cheers mate
		|bye|bye bye|bye for now|goodbye|good bye|ciao|see you|see ya|see you soon|see you later|see you around|cu|cya|ttyl|ttfn
		|talk soon|talk to you soon|talk to you later|speak soon|later|laters|so long|until next time|until then|till then
		|till next time|until tomorrow|see you tomorrow|see you next time|looking forward|looking forward to it
		|have a nice day|have a good day|have a great day|have a nice one|have a good one|have a great one|have a nice weekend
		|have a good weekend|have a great weekend|have a lovely weekend|have a nice evening|have a good evening
		|have a great evening|have a good night|have a great time|nice weekend|good night|good evening|good day|good luck|have fun
		|enjoy|happy gaming|happy new year|merry christmas|happy holidays|happy easter|happy weekend|take care|stay safe
		|stay healthy|be well|over to you|that's all|that is all|that's it|that's all for now|that's it for now|that's me
		|sent with love|in haste|fingers crossed|greetings|greets|salutations|tia|hth|kthxbye

		|schönen sonntag|das war's|so das war's|das war's von mir|so das war's von mir|schönen feiertag|schönen feierabend|schöne feiertage|bis denne|bis die tage|ciao ciao|grüßle|grüessli|liebs grüessli|beschte grüess|gruß und kuss|frohes fest
		|danke|danke schön|dankeschön|danke sehr|danke dir|danke euch|danke ihnen|vielen dank|vielen lieben dank|besten dank
		|herzlichen dank|lieben dank|tausend dank|danke im voraus|vielen dank im voraus|danke vorab|merci vielmals|mit bestem dank
		|mit vielem dank|mit freundlichen grüßen|mit freundlichen gruessen|mit freundlichem gruß|mit freundlichem gruss
		|freundliche grüße|freundliche gruesse|freundlicher gruß|freundlichen gruß|mit besten grüßen|mit besten gruessen
		|beste grüße|beste gruesse|besten gruß|bester gruß|mit bestem gruß|viele grüße|viele gruesse|vielen gruß|viele liebe grüße
		|liebe grüße|liebe gruesse|lieber gruß|lieben gruß|mit lieben grüßen|mit lieben gruessen|mit liebem gruß|mit vielen grüßen
		|mit vielen gruessen|schöne grüße|schoene gruesse|schönen gruß|herzliche grüße|herzliche gruesse|herzlichst|mit herzlichen grüßen
		|mit herzlichem gruß|sonnige grüße|grüße|gruesse|gruß|gruss|lg|vg|bg|glg|hg|sg|fg|lg und|mfg|mit sportlichen grüßen
		|hochachtungsvoll|bis dann|bis bald|bis später|bis morgen|bis demnächst|tschüss|tschüß|tschau
		|servus|ade|schönen tag|schönen tag noch|einen schönen tag|einen schönen tag noch|schönen abend|schönen abend noch
		|einen schönen abend|schönes wochenende|ein schönes wochenende|gute nacht|guten abend|schöne woche|viel spaß|viel erfolg
		|viel glück|alles gute|mach's gut|machs gut|macht's gut|entschuldigt die verspätung|sorry für die verspätung

		|désolé pour le retard|désolée pour le retard|bon jeu à tous|bonne fin de journée|belle journée|belle soirée|biz|à+|a +|cldt|bav|bonnes salutations
		|merci|merci beaucoup|merci bien|mille mercis|un grand merci|merci d'avance|merci par avance|merci à tous|cordialement
		|bien cordialement|très cordialement|cdlt|cdt|bien à vous|bien à toi|bien à tous|amicalement|bien amicalement|amitiés|sincèrement
		|salutations|sincères salutations|salutations distinguées|meilleures salutations|meilleurs voeux|avec mes salutations
		|veuillez agréer mes salutations distinguées|respectueusement|à bientôt|à plus|à plus tard|à demain|à la prochaine|a+|bises
		|bisous|bonne journée|bonne soirée|bon week-end|bon weekend|bonne nuit|bonne chance|bon jeu|bonne partie|au revoir|salut
		|cordiales salutations

		|un saludito|que tengáis buen día|que tengas buen día|buen juego|slds|sldos|abrazo|buen finde|nos vemos|suerte a todos|perdón por el retraso|perdón por la demora|hasta otra|un besito|salud
		|gracias|muchas gracias|mil gracias|gracias de antemano|gracias por todo|saludos|un saludo|saludos cordiales|cordiales saludos
		|un cordial saludo|atentamente|atte|muy atentamente|cordialmente|un abrazo|abrazos|un fuerte abrazo|besos|hasta luego
		|hasta pronto|hasta mañana|adiós|buen día|buenas noches|buen fin de semana|feliz día|suerte|buena suerte|salu2|reciba un cordial saludo

		|abs|abç|beijinhos|beijo|bom jogo|abçs|bjs|valeu|até mais|até à próxima|um forte abraço|forte abraço|cpts|cumps|melhores saudações|desculpem o atraso|fique bem
		|obrigado|obrigada|muito obrigado|muito obrigada|obrigado desde já|grato|grata|atenciosamente|att|cumprimentos
		|com os melhores cumprimentos|melhores cumprimentos|cordiais saudações|saudações|abraço|abraços|um abraço|beijos|até logo
		|até breve|até já|até amanhã|tchau|bom dia|boa noite|boa tarde|bom fim de semana|boa sorte

		|scusate il ritardo|scusa il ritardo|buon gioco|buon divertimento|saluti cari|cari saluti|un caro saluto|baci|ci sentiamo|alla prossima
		|grazie|grazie mille|molte grazie|tante grazie|grazie in anticipo|cordiali saluti|distinti saluti|cordialmente|un saluto|saluti
		|tanti saluti|a presto|a dopo|a domani|arrivederci|buona giornata|buona serata|buonanotte|buona notte|buon weekend
		|buon fine settimana|un abbraccio|abbracci|in bocca al lupo|buona fortuna

		|tot zo|tot gauw|tot horens|liefs|hgr|fijne dag nog|fijne avond nog|mazzel|sorry voor de vertraging|hartelijks
		|dank|dank je|dank je wel|dank u|dank u wel|dankjewel|bedankt|alvast bedankt|hartelijk dank|heel erg bedankt|met vriendelijke groet
		|met vriendelijke groeten|vriendelijke groet|vriendelijke groeten|met hartelijke groet|hartelijke groet|hartelijke groeten
		|groet|groeten|groetjes|veel groetjes|mvg|gr|grt|grtz|tot ziens|tot snel|tot later|tot morgen|doei|fijne dag|fijne avond|fijn weekend
		|prettig weekend|succes|veel plezier|beste groeten|hoogachtend|vr gr

		|vi hörs|vänligen|ha det bäst|tack för spelet|god kveld|god kveld videre|ha det videre|takk for spillet|tak for spillet|ha det gott|ha det fint|ha en fin kväll|ha en fin dag|ha en bra kväll|hälsar|allt gott|puss|ha en trevlig helg|glad helg
		|ha en fin helg|ha en fin kveld|vi snakkes|snakkast|vi høres|alt godt|ha en god helg|klemmer|vennligst|hilser
		|kh|ses|vi tales ved|mange kærlige hilsner|mvh og tak|knus|ha det godt|hav det godt|rigtig god weekend|vi tales
		|tack|tack så mycket|tack på förhand|tusen tack|tackar|vänliga hälsningar|med vänliga hälsningar|med vänlig hälsning
		|vänlig hälsning|bästa hälsningar|hälsningar|hälsning|mvh|vh|hej då|hejdå|vi ses|ha det bra|ha det|ha en bra dag|trevlig helg
		|trevlig kväll|kram|kramar|lycka till
		|takk|tusen takk|mange takk|takk skal du ha|med vennlig hilsen|vennlig hilsen|med vennlige hilsener|beste hilsen|hilsen|hilsener
		|ha en fin dag|ha det bra|god helg|snakkes|vi sees|klem|lykke til
		|tak|mange tak|tusind tak|på forhånd tak|med venlig hilsen|venlig hilsen|med venlige hilsner|de bedste hilsner|bedste hilsner
		|mange hilsner|kærlig hilsen|vh|hav en god dag|god weekend|vi ses|farvel|held og lykke
		|terkuin|terkut|yst terv|ystäv terv|yst|ystävällisesti|t:|hyvää illanjatkoa|mukavaa viikonloppua|hyvää viikkoa|parhain|hyvää iltaa|kuulemisiin|näkemisiin|moi moi|heippa
		|kiitos|kiitos paljon|paljon kiitoksia|kiitoksia|kiitti|ystävällisin terveisin|parhain terveisin|terveisin|terv|t|yt|terveiset
		|hyvää päivänjatkoa|hyvää viikonloppua|nähdään|moikka|hei hei|onnea
		|takk fyrir|kær kveðja|með kveðju|bestu kveðjur|kveðja

		|pozdrowionka|pozdrawiam ciepło|uściski|buziaki|wszystkiego dobrego|udanego weekendu|spokojnej nocy|dobranoc
		|díky|díky moc|děkuji|děkuji moc|mějte se|mějte se hezky|hezký den|hezký večer|pěkný den|pěkný večer|přeji pěkný den|přeji pěkný večer|ahoj|zdravím|zatím|s úctou|s přátelským pozdravem
		|dzięki|dziękuję|dziękuje|dziękuję bardzo|wielkie dzięki|z góry dziękuję|pozdrawiam|pozdrawiam serdecznie|serdecznie pozdrawiam
		|pozdrowienia|z poważaniem|z wyrazami szacunku|pozdro|pzdr|do zobaczenia|do usłyszenia|miłego dnia|miłego wieczoru
		|miłego weekendu|powodzenia|cześć|na razie|trzymaj się
		|děkuji|děkuju|děkuji moc|díky|díky moc|předem děkuji|s pozdravem|s přátelským pozdravem|zdravím|hezký den|pěkný den|hezký večer
		|hezký víkend|mějte se|měj se|na shledanou|čau|ahoj|hodně štěstí
		|ďakujem|ďakujem pekne|vďaka|s pozdravom|pekný deň|prajem pekný deň|dovidenia|maj sa
		|hvala|hvala lijepa|hvala lepa|puno hvala|najlepša hvala|lep pozdrav|lp|lijep pozdrav|pozdrav|srdačan pozdrav|s poštovanjem|s spoštovanjem|srečno
		|köszönöm|köszi|kösz|köszönöm szépen|előre is köszönöm|üdvözlettel|tisztelettel|üdv|üdvözlet|szép napot|további szép napot
		|mulțumesc|multumesc|mulțumesc mult|mersi|cu respect|cu stimă|cu drag|salutări|o zi bună|toate cele bune|numai bine
		|спасибо|большое спасибо|спасибо большое|заранее спасибо|благодарю|с уважением|с наилучшими пожеланиями|всего доброго
		|всего хорошего|всего наилучшего|удачи|до встречи|до свидания|пока|хорошего дня|хорошего вечера|хороших выходных|привет
		|дякую|щиро дякую|дуже дякую|з повагою|з найкращими побажаннями|всього найкращого|гарного дня|бувай|до зустрічі
		|благодаря|мерси|поздрави|с уважение|поздрав|хвала|срдачан поздрав|с поштовањем|лек ден|приятен ден
		|ευχαριστώ|ευχαριστώ πολύ|με εκτίμηση|χαιρετισμούς|φιλικά|με φιλικούς χαιρετισμούς|καλή συνέχεια|καλημέρα|καλησπέρα|γεια
		|teşekkürler|teşekkür ederim|çok teşekkürler|saygılarımla|saygılar|iyi günler|iyi akşamlar|iyi çalışmalar|sevgiler|selamlar
		|görüşmek üzere|kolay gelsin|iyi oyunlar
		|aitäh|tänan|tervitades|lugupidamisega|parimat|parimate soovidega|paldies|ar cieņu|visu labu|ačiū|pagarbiai|geros dienos
		|gràcies|moltes gràcies|salutacions|una abraçada|atentament|cordialment|records|fins aviat|eskerrik asko|agur
		|faleminderit|me respekt|grazas|un saúdo|diolch|cofion|go raibh maith agat|slán

		|ありがとう|ありがとうございます|ありがとうございました|どうもありがとう|よろしく|よろしくお願いします|よろしくお願い致します
		|よろしくお願いいたします|宜しくお願いします|宜しくお願い致します|以上|以上です|敬具|失礼します|失礼いたします|では|それでは|お疲れ様です
		|谢谢|多谢|谢谢大家|谢了|感谢|非常感谢|此致|敬礼|此致敬礼|祝好|顺祝商祺|再见|谢谢你|謝謝|多謝|感謝|敬上|祝順心
		|감사합니다|고맙습니다|감사|감사드립니다|수고하세요|안녕히 계세요|안녕히계세요|드림|올림
		|cảm ơn|xin cảm ơn|cảm ơn nhiều|trân trọng|thân mến|thân ái|kính thư|chào
		|terima kasih|makasih|salam|hormat saya|salam hormat|salam hangat
		|תודה|תודה רבה|בברכה|להתראות|בהצלחה|שכרא|شكرا|شكرا لك|شكرا جزيلا|مع التحية|تحياتي|مع تحياتي|مع السلامة|ขอบคุณ|ขอบคุณครับ|ขอบคุณค่ะ|धन्यवाद`)

	besides = phraseSet(`all|everyone|everybody|guys|folks|mate|mates|team|friends|people|dear|you|to|and|or|from|so much|much|again|very|in
		|then|for|now|the|your|a lot|too|also|both|there|und|euch|dir|ihnen|allen|an|alle|zusammen|aus|von|vom|der|die|eure|dein|deine|ihr|euer|noch
		|et|à|a|tous|toutes|vous|toi|de|du|la|le|les|y|e|todos|todas|desde|da|dal|tutti|tutte|en|van|uit|allemaal|iedereen|aan|och|til
		|till|alla|alle|fra|från|og|ja|kaikille|i|z|wszystkim|s|ze|všem|и|всем|від|від|з|és|si|și|tuturor|ve|herkese|님|様|さん`)

	greetings = phraseSet(`hi|hi there|hi all|hi everyone|hi folks|hi guys|hey|hey there|hey all|hello|hello there|hello all|hello everyone|hello host
		|hiya|howdy|yo|dear|dear all|dear host|greetings|good morning|good afternoon|good evening|good day|morning|evening|g'day|gday|aloha
		|hallo|hallo zusammen|hallo alle|hallo ihr|hallo miteinander|liebe|lieber|moin|moin moin|servus|grüß gott|grüezi|guten morgen|guten tag
		|guten abend|guten mittag|sehr geehrte|sehr geehrter|sehr geehrte damen und herren|hallöchen|huhu|tach|grüß dich|grüß euch|griaß di
		|bonjour|bonjour à tous|bonsoir|salut|salut à tous|coucou|cher|chère|chers|chers amis|hola|hola a todos|buenos días|buenas tardes
		|buenas noches|buenas|estimado|estimada|estimados|querido|querida|olá|oi|olá a todos|bom dia|boa tarde|boa noite|caro|cara|caros|prezado
		|prezados|ciao|ciao a tutti|salve|buongiorno|buonasera|buon giorno|gentile|cari|beste|hoi|hai|dag|goedemorgen|goedemiddag|goedenavond
		|goedendag|geachte|hej|hejsan|tjena|hallå|god morgon|god morgen|hei|heisann|goddag|kære|kjære|käre|moi|moikka|terve|hei kaikki|hyvää päivää
		|cześć|hej wszystkim|dzień dobry|witam|dobry wieczór|witajcie|ahoj|dobrý den|dobrý deň|čau|zdravím|bok|pozdrav|dober dan|živjo|szia|sziasztok
		|helló|jó napot|kedves|salut tuturor|bună|bună ziua|привет|всем привет|здравствуйте|добрый день|добрый вечер|доброе утро|привіт|добрий день
		|вітаю|здравей|здравейте|γεια|γεια σας|γεια σου|καλημέρα|καλησπέρα|merhaba|selam|selamlar|iyi günler|günaydın|tere|sveiki|labas
		|こんにちは|こんばんは|おはようございます|お疲れ様です|お世話になっております|你好|您好|大家好|早上好|下午好|嗨|안녕하세요|안녕|chào|xin chào|halo semua|hai semua
		|שלום|היי|مرحبا|السلام عليكم|สวัสดี|สวัสดีครับ|สวัสดีค่ะ|नमस्ते`)
)

// phraseSet makes a set of phrases that are separated by "|".
func phraseSet(list string) map[string]bool {
	m := map[string]bool{}
	for p := range strings.SplitSeq(list, "|") {
		m[plainWord(strings.Join(strings.Fields(p), " "))] = true
	}
	return m
}
