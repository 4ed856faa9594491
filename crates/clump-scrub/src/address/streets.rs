//! Word lists that distinguish a street address from other text that begins with a number.

/// Words for a street that mean little else.
pub(super) const STRONG: &str = "\
    street avenue ave road rd boulevard blvd lane ln parkway pkwy terrace crescent turnpike tpke";

/// Words for a street that mean something else as well.
pub(super) const WEAK: &str = "\
    drive dr court ct place pl way circle cir square sq trail trl ter alley close plaza";

/// Weak words that count if the text has nothing else but the name and the house number.
pub(super) const WEAK_ALONE: &str = "drive court close";

/// Titles that have the form of an address.
pub(super) const TITLES: &[&str] =
    &["21 jump street", "10 cloverfield lane", "84 charing cross road", "666 park avenue"];

/// Saints after whom most towns, islands, schools and hospitals are named.
pub(super) const SAINTS: &str = "\
    agnes albans andrew andrews ann anne anthony augustine barts barth benedict bernard bonaventure \
    catharines catherine cecilia charles clair cloud croix denis edward elizabeth elmo etienne francis \
    george germain helena helens ignatius ives james jerome joe john johns johnsbury joseph josephs jude \
    judes kitts lawrence louis lucia lucie luke lukes maarten marie mark marks martin mary marys matthew \
    michael michaels moritz nicholas olaf patrick patricks paul pauls pete peter peters petersburg regis \
    rose simons stephen stephens thomas tropez valentine valentines vincent";

/// Words that change the meaning of the word for a street before them: a road trip.
pub(super) const COMPOUNDS: &str = "\
    bike bikes bryant fighter fighters glide journal lamp lamps legal light lights map maps race racer \
    racing rage rod rods rules runner show sign signs sweeper test tests trip trips warrior warriors wear";

/// Words that change the meaning of the weak word after them: a hard drive.
pub(super) const THINGS: &str = "\
    blood cd disc disk dvd flash floppy food gb hard jump mb optical pen rom tape test thumb toy usb wheel \
    zip appeals basketball circuit civil claims county criminal district family federal high justice \
    juvenile municipal probate state superior supreme tax tennis traffic best crop easiest easy first four \
    half inch least market milky one only same second so third three too two very work";

/// Units and things that are counted or measured.
pub(super) const COUNTED: &str = "\
    acre acres amp bedroom bit cc cent cents cm day days degree dollar dollars door feet foot ft gb ghz hour \
    hours hp inch inches kg km lane lb lbs man mb men mhz mile miles min minute minutes mm month months off oz \
    pack people percent piece speed star steps things tips ton volt watt ways week weeks wheel women year \
    years";

/// Words that are in no name of a street.
pub(super) const STOP_WORDS: &str = "\
    a an and are at by can do for from how if in into is my near not of on or that the to vs what where who \
    why with your";

/// Words that are named by the number after them, so that it is not a house number.
pub(super) const NAMED_BY_NUMBER: &str = "\
    area chapter channel class dos episode exit grade highway hwy i interstate mac model part pentium ps \
    route rt rte season section title top under version volume windows";

/// Directions, before the name of a street or after it.
pub(super) const DIRECTIONS: &str = "\
    n s e w ne nw se sw north south east west northeast northwest southeast southwest";

/// Words for a part of a house.
pub(super) const UNITS: &str = "apt apartment bldg floor fl lot room rm ste suite unit";

/// The states of the United States and the provinces of Canada, by their codes.
pub(super) const STATES: &str = "\
    al ak az ar ca co ct dc de fl ga hi ia id il in ks ky la ma md me mi mn mo ms mt nc nd ne nh nj nm nv ny \
    oh ok or pa ri sc sd tn tx ut va vt wa wi wv wy ab bc mb nb nl ns nt nu on pe qc sk yt";

/// Words for a street that come before its name.
pub(super) const STREET_FIRST: &str = "\
    rue ruelle chemin impasse quai calle avenida avda rua travessa viale ulica ulitsa улица ул проспект rruga chaussée chaussee \
    jalan carrer";

/// Such words with other meanings, which count only at the start of a text.
pub(super) const FIRST_AT_THE_START: &str =
    "via corso ul jl paseo strada piazza plaza avenue camino vicolo largo";

/// Articles between the word for a street and its name.
pub(super) const ARTICLES: &str = "de la du des del d le les l los las da do dos das di della dei";

/// Words for a street after its name, before the house number.
pub(super) const STREET_LAST: &str =
    "strasse straße str gasse allee platz weg ring damm ufer straat laan utca";

/// Endings of words for streets.
pub(super) const SUFFIXES: &str = "\
    strasse straße str gasse allee platz damm ufer weg straat laan gracht plein gatan gata vägen vagen veien vej gade katu";

/// Words with such an ending that are not streets.
pub(super) const NO_STREETS: &str = "brigade renegade";

/// Words between a street and its house number.
pub(super) const BEFORE_HOUSES: &str = "nr no n num numero number д дом";
