package letter

// firstNames are frequent first names, so that "Thanks, Mike" is not taken for a misspelt "make". A first
// name that is also a word of a command does not count as a name.
var firstNames = phraseSet(`
	aaron|abby|abel|abigail|ada|adam|adele|adrian|agnes|aidan|alan|albert|alec|alex|alexander|alexandra|alfie|alfred|ali|alice|alicia
	|alison|allan|allen|allison|amanda|amber|amelia|amir|amy|ana|anders|andre|andrea|andreas|andrew|andy|angela|angus|anita|anke|ann
	|anna|anne|annette|annie|anthony|anton|antonio|april|archie|ariel|arne|arnold|arthur|ashley|astrid|audrey|austin|barb|barbara|barry
	|bart|beate|beatrice|becky|ben|benjamin|bernard|bernd|bert|beth|betty|bill|billy|birgit|blake|bob|bobby|bonnie|brad|bradley|brandon
	|brenda|brent|brett|brian|bridget|bruce|bruno|bryan|caleb|cameron|camille|carl|carla|carlos|carmen|carol|caroline|casey|cathy|cecil
	|chad|charles|charlie|charlotte|chloe|chris|christian|christina|christine|christoph|christopher|chuck|cindy|claire|clara|clark|claude
	|claudia|claus|clem|cleo|clive|clyde|cody|colin|connor|conrad|craig|curt|curtis|cynthia|daisy|dale|damian|dan|dana|daniel|danny|darren
	|dave|david|dawn|dean|deb|debbie|deborah|denis|dennis|derek|detlef|diana|diane|dick|dieter|dirk|dom|dominic|don|donald|donna|dora
	|doris|dorothy|doug|douglas|drew|duncan|dustin|dylan|earl|ed|eddie|edgar|edith|edward|edwin|eileen|elaine|eleanor|elena|eli|elias
	|elijah|elisabeth|elise|elizabeth|ella|ellen|ellie|elliot|elsa|emil|emily|emma|eric|erica|erik|erin|ernest|ernie|esther|ethan|eugene
	|eva|evan|eve|evelyn|fabian|faye|felix|fiona|florian|frances|francis|frank|frankie|franz|fred|freddy|frederick|fritz|gabi|gabriel|gail
	|gareth|garry|gary|gavin|gemma|gene|geoff|george|gerald|gerard|gerd|gert|gil|gina|giles|glen|glenn|gloria|gordon|grace|graham|grant
	|greg|gregory|greta|gus|guy|hal|hank|hanna|hannah|hanne|hans|harold|harriet|harry|harvey|hazel|heather|hector|heidi|heike|heinz|helen
	|helga|helmut|henri|henrik|henry|herb|herbert|holger|holly|horst|howard|hugh|hugo|ian|ida|ingo|ingrid|irene|iris|isaac|isabel|isla
	|ivan|jack|jackie|jacob|jake|james|jamie|jan|jane|janet|janice|jason|jasper|jay|jean|jeff|jeffrey|jen|jenna|jennifer|jenny|jens
	|jeremy|jerome|jerry|jesse|jessica|jim|jimmy|jo|joachim|joan|joanna|jochen|jodie|joe|joel|joerg|john|johnny|jon|jonas|jonathan|jordan
	|jorge|jose|josef|joseph|josh|joshua|joy|joyce|juan|judith|judy|julia|julian|julie|jurgen|justin|kai|karen|karin|karl|kate|katherine
	|kathy|katie|katja|kay|keith|kelly|ken|kenneth|kent|kerry|kevin|kim|kirk|kirsten|klaus|knut|kurt|kyle|lance|lara|larry|lars|laura
	|lauren|lea|leah|lee|len|lena|leo|leon|leonard|leroy|les|leslie|lewis|liam|lily|linda|lisa|liz|lloyd|lois|lola|lorenz|lou|louis|louise
	|luc|luca|lucas|lucy|luis|luke|lutz|lydia|lynn|mabel|mae|maggie|malcolm|mandy|manfred|manuel|marc|marcel|marco|marcus|margaret|maria
	|marie|marion|mark|markus|marlene|martha|martin|marvin|mary|mat|matt|matthew|matthias|max|may|meg|megan|mel|melanie|mia|michael
	|michelle|mick|miguel|mike|miles|milo|mina|mira|miriam|mitch|mitchell|mo|moira|molly|monica|monika|morgan|moritz|murray|nadia|nancy
	|naomi|nat|natalie|nathan|ned|neil|nell|nick|nico|nicholas|nicola|nicole|nigel|nils|nina|noah|noel|nora|norbert|norm|norman|olaf
	|olga|oliver|olivia|omar|oscar|otto|owen|paco|pam|pamela|pascal|pat|patricia|patrick|paul|paula|pauline|pedro|peg|peggy|penny|pete
	|peter|petra|phil|philip|phillip|phoebe|pia|pierre|polly|quentin|quinn|rachel|raj|ralf|ralph|randy|ray|raymond|rebecca|reg|reiner|rene
	|rhys|rich|richard|rick|ricky|rita|rob|robbie|robert|roberta|robin|rod|roger|roland|rolf|roman|ron|ronald|ronnie|rory|rosa|rose|ross
	|roy|ruben|rudi|rudy|rufus|rupert|russ|russell|ruth|ryan|sabine|sadie|sally|sam|samantha|samuel|sandra|sandy|sara|sarah|scott|sean
	|sebastian|seth|shane|shannon|sharon|shaun|sheila|sid|sidney|silke|silvia|simon|simone|sofia|sonja|sophia|sophie|spencer|stacy|stan
	|stanley|stefan|stefanie|stella|stephanie|stephen|steve|steven|stewart|stu|stuart|sue|susan|susanne|suzanne|sven|sylvia|tamara|tammy
	|tania|tanya|tara|ted|terence|teresa|terry|tess|theo|theodore|theresa|thomas|thorsten|tia|till|tilly|tim|timo|timothy|tina|tobias|toby
	|todd|tom|tommy|toni|tony|tracy|travis|trevor|trudy|tyler|udo|ulf|uli|ulrich|ulrike|ursula|ute|uwe|val|valerie|vanessa|vera|vernon
	|veronica|vic|vicky|victor|victoria|vince|vincent|viola|virginia|vivian|volker|walt|walter|wanda|warren|wayne|wendy|werner|wes|wesley
	|wilfred|wilhelm|will|william|willy|wolf|wolfgang|xavier|yann|yves|yvonne|zach|zachary|zara|zoe`)
