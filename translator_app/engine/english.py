"""Word lists about written English that the segmenter's rules stand on; data only."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Abbreviations, lower case, without the last full stop.
# TITLES stand before a name: the sentence never ends at them.
TITLES = _words("""
mr mrs ms messrs mme mlle dr drs prof profs assoc asst gen gov lt col maj capt cpl cpt sgt adm cmdr comdr brig rev fr msgr hon
pres sen sens rep reps supt insp amb atty dep det ft mt mts st ste sta vs viz cf eg ie e.g i.e approx ca esp incl resp
""")
# NUMBERED stand before a number: "No. 5", "Jan. 2020", "pp. 3-4"; before a word they may end the sentence ("No. I won't.").
NUMBERED = _words("""
no nos nr num art arts sec secs sect vol vols ch chap chs fig figs figures eq eqs eqn eqns tab tabs ex exs p pp pg pgs par para
paras pt pts ver v rev ed eds bk app reg regs rm ste apt bldg fl ext tel ph c ca col cols dec jan feb mar apr jun jul aug sep sept
oct nov mon tue tues wed thu thur thurs fri sat sun art ord cl ver op cat ref serial id item exp co min max avg temp est approx
rom ps vers anno
""")
# OTHER may end a sentence: they do so before a word that likes to start one.
OTHER = _words("""
inc corp co cos ltd llc plc bros assn assoc dept univ inst intl natl govt jr sr esq ph.d m.d b.a m.a d.d.s ave blvd rd sq ln hwy
st ste ct pl jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun est etc al et ed eds
vol rev min max avg misc u.s u.k u.n e.u d.c l.a a.m p.m b.c a.d u.s.a u.s.s.r no nos dept div dist admin mfg mgr dir ext fig eq
sec art ch temp tel lb lbs oz ft yd mi km cm mm kg mg hr hrs secs mins in gal qt pt approx appt appts ariz calif colo conn fla ill
ind mass mich minn miss mo mont neb nev okla ore penn tenn tex va vt wash wis wyo
""")
# Not an abbreviation when the line shows no sign of one: words that are also common English words end sentences as a rule.
ALSO_WORDS = _words(
    "no art fig in sat sun mar ill ind mass miss ore wash mon wed tab fl ex par item app co col min max temp mi gal id cat reg ref pt ed"
)

# Capitalised words that like to start a sentence and seldom belong to a name.
STARTERS = _words("""
The A An This That These Those There Here It Its It's He She We They You I His Her Our Their Your My I'm I've I'll I'd He's She's
We're We've They're They've You're You've That's There's Here's What's Let's Don't Can't Isn't Wasn't Didn't Doesn't Won't If When
While After Before Since Because Although Though Unless Until Once As At By For From In Into Of On Over Through To Under With
Without About Above Against Among During And But Or So Yet Nor Then Thus Hence However Therefore Moreover Furthermore Meanwhile
Nevertheless Also Still Even Only Just Now Today Yesterday Tomorrow Later Soon Finally First Second Next Last Perhaps Maybe Please
Yes Yeah No Not Never Nobody Nothing Everyone Everybody Everything Someone Somebody Something Anyone Anybody All Both Each Every
Some Many Most Much Several Few Such Other Another One Two Three What Who Whom Whose Which Where Why How Is Are Was Were Be Been
Do Does Did Have Has Had Can Could Will Would Shall Should May Might Must Let Thank Thanks Sorry Oh Ah Well Ok Okay Hello Hi See
Go Come Take Make Give Look Try Use Keep Call Ask Tell Get Put Open Close Click Press Choose Select Enter Check Note Within
Between According Instead Despite Like Unlike Whether Whenever Wherever Whatever
""")

# After "a.m." and "p.m." these go on with the time; an exclamation mark after these names is a part of them.
TIME_ZONES = _words("""
Pacific Eastern Central Mountain Atlantic Greenwich Beijing Tokyo Moscow London Paris Sydney January February March April May June
July August September October November December Jan Feb Mar Apr Jun Jul Aug Sept Sep Oct Nov Dec Mon Tue Tues Wed Thu Thur Thurs
Fri Sat Sun
""")
EXCLAIMED_NAMES = _words("Yahoo Jeopardy Ahoy Moulin Oliver")

# Verbs that tell who spoke; after them the words in quotes and the rest are one sentence: "Why?" Paul asked.
SPEECH = _words("""
said says say asked asks ask cried cries exclaimed exclaims inquired inquires enquired replied replies answered answers pursued
shouted shouts whispered whispers muttered mutters murmured observed remarked repeated continued added adds called calls screamed
screams yelled demanded grumbled retorted growled wondered thought thinks began interrupted chuckled laughed sighed sobbed gasped
groaned snapped barked begged pleaded insisted announced declared protested responded returned echoed
""")

# Words that stay in capitals when a sentence in capitals is lowered.
ACRONYMS = _words("""
NASA NATO UNESCO UNICEF OPEC AIDS FIFA UEFA NBA NFL UN EU UK USA USSR UAE PRC FBI CIA NSA IRS FDA EPA IMF WTO OECD ASEAN BRICS CEO
CFO CTO COO HR PR QA VIP ID IQ EQ AI ML VR AR API SDK IDE GUI CLI URL URI HTTP HTTPS FTP SSH SSL TLS TCP IP UDP DNS VPN LAN WAN
WIFI USB HDMI CPU GPU RAM ROM SSD HDD PC OS BIOS UEFI PDF HTML XML JSON CSV CSS SQL PHP JPEG JPG PNG GIF SVG UTF ASCII OCR TTS PIN
SIM SMS MMS GPS NFC RFID LED LCD OLED TV DVD CD DIY FAQ ASAP RSVP ETA DOB SOS ATM GDP GNP CPI IPO VAT ISO IEEE ANSI ECG EKG EEG
MRI CT DNA RNA HIV ADHD ICU ER COVID SARS PPE UV IR AC DC EV SUV BMW MIT UCLA IBM IKEA NVIDIA AMD ARM BBC CNN ABC NBC CBS HBO ESPN
MTV NGO PHD MBA GPA SAT TOEFL IELTS GMT UTC EST PST CET IOS NASDAQ NYSE ETF USD EUR GBP CNY RMB JPY
""")
# After these words IT and US are the acronyms, not "it" and "us".
IT_BEFORE = _words(
    "DEPARTMENT SUPPORT TEAM MANAGER STAFF SECURITY SYSTEM SYSTEMS INFRASTRUCTURE SERVICE SERVICES DESK INDUSTRY SECTOR SPECIALIST BUDGET"
)
US_BEFORE = _words(
    "ARMY NAVY GOVERNMENT DOLLAR DOLLARS PRESIDENT SENATE CONGRESS MARKET ECONOMY CITIZEN CITIZENS TREASURY OPEN STATE STATES MILITARY"
)
# Names that keep one capital: the model knows them so.
PROPER = _words("""
MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY SUNDAY JANUARY FEBRUARY APRIL JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER
DECEMBER CHRISTMAS EASTER RAMADAN AMERICA AMERICAN EUROPE EUROPEAN ASIA ASIAN AFRICA AFRICAN AUSTRALIA AUSTRALIAN CHINA CHINESE
JAPAN JAPANESE KOREA KOREAN INDIA INDIAN RUSSIA RUSSIAN UKRAINE UKRAINIAN FRANCE FRENCH GERMANY GERMAN ITALY ITALIAN SPAIN SPANISH
ENGLAND ENGLISH BRITAIN BRITISH SCOTLAND SCOTTISH IRELAND IRISH CANADA CANADIAN MEXICO MEXICAN BRAZIL BRAZILIAN EGYPT ISRAEL IRAN
IRAQ SYRIA TURKISH GREECE GREEK SWEDEN SWEDISH NORWAY DENMARK FINLAND POLAND POLISH DUTCH SWISS SWITZERLAND AUSTRIA PORTUGAL
THAILAND VIETNAM SINGAPORE MALAYSIA INDONESIA TAIWAN BEIJING SHANGHAI TOKYO LONDON PARIS BERLIN ROME MOSCOW WASHINGTON CHICAGO
BOSTON TEXAS CALIFORNIA FLORIDA JOHN MARY TOM JAMES DAVID MICHAEL GOD JESUS GOOGLE MICROSOFT APPLE WINDOWS LINUX ANDROID
""")
# Words that people put in capitals for stress within an ordinary sentence.
STRESSED = _words("""
NOT NO NEVER ALWAYS MUST DON'T ALL ONLY ANY AND BUT VERY NOW STOP PLEASE WARNING CAUTION DANGER IMPORTANT NOTE ATTENTION NOTICE
REALLY EVERY EVERYTHING NOTHING NOBODY ANYTHING SHOULD CAN'T CANNOT WILL WON'T SO THE THIS THAT BEFORE AFTER IMMEDIATELY FREE NEW
BOTH EVER MORE TIP HINT EDIT INFO URGENT REMINDER ALERT SALE HELP LOOK WOW YES HEY THANK THANKS YOU YOUR WE THEY THEM THEIR HE SHE
HIS HER IS ARE WAS WERE HAVE HAS HAD WHAT WHY WHEN HOW WHERE FIRST LAST BEST WORST GREAT LOVE HATE SOME MANY MOST MUCH TOO STILL
DO DOES DID GO GET JUST WITH WITHOUT FROM FOR AGAIN REQUIRED OPTIONAL BEWARE CRITICAL FINAL TODAY TONIGHT DEAR HELLO LIVE SPECIAL LIMITED
OFFER WHEREAS HEREBY SHALL PROVIDED UNLESS EXCEPT
""")

# First halves after which a hyphen at a line end belongs to the word ("well-known"), unless a suffix follows ("high-ly");
# second halves that have one before them ("data-driven").
COMPOUND_HEADS = _words("""
well self half high low long short cross full ill much best better first second third last two three four five six seven eight
nine twenty thirty forty fifty sixty seventy eighty ninety left right open hard soft old large small fast slow deep free good bad
great single double year hour user client server real vice north south east west decision so-called state-of-the-art
""")
COMPOUND_TAILS = _words("""
based driven known level scale specific related oriented friendly aware sized reviewed dependent quality speed looking minded
shaped style coloured colored handed sided hearted
""")
SUFFIXES = _words("""
ly ing ed er ers est ern en ens ened ening ness dom age ages ize ized izes izing ise ised ising ful less ment ments ship ships
ward wards ity ities able ible ism ist ists al ally ish ton tons ware way ways light lights land house time times hood fold er's
stand
""")
