import { phrase } from './phrase.ts'

/** What people do to each other at games and in jokes: `I will kill you at karaoke`. */
const games = [
  'karaoke|bowling|golf|mini golf|ping pong|pool|poker|chess|checkers|scrabble|monopoly|uno|cards|trivia|darts|tennis',
  'pickleball|soccer|softball|basketball|football|fantasy|fantasy football|mario kart|mario|smash bros|fortnite|madden',
  'fifa|catan|risk|video games|games|a game|the game|game night|beer pong|cornhole|bingo|charades|wordle|the gym|the office',
  'the chili|the race|the marathon|bake off|the bake off|a pun|the derby|laser tag|paintball|dodgeball|yahtzee|jenga|rummy',
].join('|')
const means = [
  'kindness|laughter|love|glitter|confetti|hugs|kisses|puns|jokes|dad jokes|tickles|cuteness|potatoes|cake|cookies|snacks',
  'feathers|a feather|a spoon|a potato|a pillow|socks|a sock|compliments|my love|my cooking|my singing|farts|boredom|silence',
].join('|')
const inJest = `(?! (again|so hard|badly|easily|tonight|tomorrow|next time|next week|this year|on friday|on saturday|on sunday)? (at|in|on|with|during) (the|our|your|my|this|next|that|some)? (${games}|${means}))`

const will =
  '(i will|ill|i am going to|im going to|i am gonna|im gonna|gonna|going to|we will|we are going to|were gonna|were going to|ima|imma|i want to|i wanna|i would love to|i should|i swear ill|i promise to|i plan to|he will|they will|theyll|someone will|about to|time to|ready to|coming to|come to|here to|let me)'
const violent =
  '(kill|murder|stab|shoot|strangle|slaughter|behead|choke|drown|torture|poison|bury|hang|lynch|rape|burn|beat up|hurt|harm|gut|skin|butcher|execute|bomb|attack|assault|kidnap|run over|unalive|end|finish|hunt down|maim|dismember|smother)'
const you =
  '(you|u|ya|yall|all of you|your (whole|entire)? (family|kid|kids|child|children|wife|husband|mother|mom|father|dad|brother|sister|dog|cat|pet|house|home|car|baby|girlfriend|boyfriend|parents|son|daughter))'
const body =
  '(legs|leg|neck|bones|arms|arm|fingers|kneecaps|knees|jaw|skull|face|nose|ribs|teeth|spine|hands)'

/** Phrases that announce violence, and extortion. */
export const threats = [
  `${will} <1> ${violent} ${you}${inJest}`,
  `(kill|murder|stab|shoot|strangle|behead|rape|lynch|slaughter|torture) (you|u|ya|your family|you all|yall)${inJest}`,
  `${will} <1> (break|smash|crush|snap|cut off|cut|bash|slice|bash in|smash in) your ${body}`,
  `(break|smash|crush|snap|cut off|bash in|smash in|cave in) your ${body}`,
  '(slit|cut|slice) your (throat|wrists|brake lines|brakes|tires)',
  `(put|with|got|have|get) <2> (a|this)? (bullet|knife|gun|blade|machete|axe|bat) <1> (in|into|to|through|for|with) (you|your|ur)`,
  `beat <2> (shit|crap|life|hell|daylights) out of you${inJest}`,
  'beat you (to death|to a pulp|senseless|bloody|up|with a (bat|belt|pipe|hammer))',
  '(you|u|your family|your kids|your dog) (will|are going to|are gonna|is going to|shall|must|should|deserve to|need to|needs to|ought to|gonna) (die|bleed|suffer|burn|pay for this|pay for what|regret being born|be dead|end up dead|get hurt|disappear)(?! (of|from|with) (laughter|laughing|boredom|embarrassment|envy|jealousy))',
  '(youll|youre gonna|youre going to) <1> (die|bleed|suffer|burn|pay for this|pay for what|be dead|get hurt)(?! (of|from|with) (laughter|laughing|boredom|embarrassment|envy|jealousy))',
  '(you are|youre|ur|you) (a)? dead (man|woman|meat|girl|boy)',
  '(you are|youre|ur|consider yourself) (already|as good as)? dead(?! (to me|last|wrong|right|serious|tired|ringer|weight|to us|on|sexy|center))',
  'hope (you|u|your family|you all|your dog|they) <1> (die|dies|crash|get cancer|get hit|burn|suffer|choke|bleed|rot)(?! (of|from|with|on) (laughter|laughing|boredom|embarrassment|envy))',
  'wish (you|u) (were dead|would die|had died|a slow death)',
  'watch your (back|step from now on|six)(?! (pocket|up))',
  'sleep with (one|1) eye open',
  '(sleep with the fishes|swim with the fishes)',
  'your (days|hours) are numbered',
  'your (time|life) is (up|over|almost over|running out)',
  '(this is|it is|consider this) (your)? (last|final|only) warning',
  '(i am|im|we are|were|they are|hes) (coming|going to come|gonna come) (for|after) (you|your family|your kids|u)(?! (cookies|snacks|fries|pizza|nachos|and (the|your|my)))',
  '(i|we) (will|am going to|are going to|gonna) (find|hunt|get|come for|come after) (you|u)(?! (a|an|some|back|something|the|another|your|on the dance floor|in the arcade|at|out of))',
  '(ill|well) (find|hunt|come for|come after) (you|u)(?! (a|an|some|something|the|another))',
  '(i|we) (am|are|have been|was|were|keep) (always)? (watching|following|stalking|tracking) (you|u|your every move|your house|your kids|your family)',
  '(ive been|im|were|weve been) (always)? (watching|following|stalking|tracking) (you|u|your every move|your house|your kids|your family)',
  '(watching|watch|watched) you (sleep|undress|shower|change|through your window|from outside|from across the street)',
  '(nice|lovely) (house|family|kids|car|dog|home|place) <3> (shame|pity) if',
  '(burn|blow|torch|shoot) <1> (your|the|this) (house|home|car|place|building|office|school) <1> (down|up)',
  '(set|light) (fire to your|your <1> on fire)',
  'there is a (bomb|explosive|pipe bomb)',
  '(this|the|your) (package|box|parcel|letter|house|car|building) (is a bomb|will explode|is going to explode|contains a bomb|has a bomb|contains anthrax|is poisoned|contains poison|contains ricin)',
  '(anthrax|ricin|fentanyl|cyanide|nerve gas|pipe bomb)',
  'you (have been|were|are now) (poisoned|exposed to|infected)',
  '(youve been) (poisoned|exposed to|infected)',
  '(pay|send|give) (me|us|up|the money|<1> dollars|<1> bitcoin) <5> or (else|i will|ill|we will|i|your|you will|well) ',
  '(pay up|keep quiet|shut up|leave (her|him|me|town)|stay away|back off) <3> or (else|you die|i will|ill|you will regret|suffer)',
  '(do|dont|move|quit|resign|leave|confess|break up|answer|talk) <5> or else',
  '(send|leak|post|share|release|publish|show) (the|your|those|all)? (photos|pictures|pics|nudes|videos|video|messages|texts) (to|on|of)',
  '(tell|show) your (wife|husband|boss|family|parents|mother) (everything|what you did|about (her|him|us|the affair))',
  '(six feet under|body bag|in a coffin|in a casket|in the trunk|in a ditch|dig your grave|your own grave|your grave|shallow grave|your funeral|your coffin|your tombstone)',
  'make you (suffer|bleed|pay|disappear|scream|beg for your life)(?! (with laughter|for lunch|for dinner|for the pizza))',
  '(make|making) your life (hell|a living hell|miserable)',
  '(ruin|destroy|end) your (life|family|career|marriage)',
  '(drop dead|rot in hell|burn in hell|die slowly|die already|die bitch|die in a fire|just die)',
  '(blood|death) (on|is on|will be on) your (hands|door|doorstep)',
  'i (have|got|bought|own) a (gun|knife|rifle|shotgun|machete|bat)',
  '(you cant|you cannot|nowhere to|no place to|no use) (hide|run|escape)(?! from (my|the|this|your|a|dad))',
  'you (wont|will not) (live|survive|make it|wake up|see)(?! (it coming|this coming|me coming|a better|a bigger|another|this joke|the end of this joke|what hit)) <3> (christmas|morning|tomorrow|week|weekend|long|through the night|alive|your next birthday)',
  'bullet <2> your name',
  'snitches (get|end up)',
  '(youre|you are|your (family|dog|cat|kids|wife|husband|mother|daughter|son) is|your (family|dog|cat|kids|wife|husband|mother|daughter|son) will be) next(?! (to|up at|in line|on the dance floor))',
  '(stop|quit|leave|shut up|stay away|back off|drop it) <6> or you(ll| will| are going to) (regret|be sorry|pay|suffer|die)',
  'or the (photos|pictures|pics|video|videos|nudes|messages|texts|tapes) (go|goes|will go|get) (to|out|public|online)',
  '(waiting|wait|standing|hiding) <1> (outside|behind|in front of|under|inside) your (door|house|window|car|bed|bedroom|work|office|school|closet)',
  '(i|we) (see|saw|seen|filmed|watched) you <1> (undress|undressing|sleep|sleeping|shower|showering|naked)',
  '(accidents|accident) (happen|can happen|will happen|is going to happen) to (people|someone|you|families)',
].map(phrase)
