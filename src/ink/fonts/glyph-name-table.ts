/**
 * Names of glyphs and their code points (Adobe Glyph List), without names that follow a rule: single letters, letters with an
 * accent in their name, `uniXXXX`. The table has the letters of Latin, Greek, Cyrillic, Hebrew and Arabic, and the usual signs.
 *
 * @module
 */

/** Entries `name=HEX`, separated by blanks. `name1=HEX+3` stands for three names with the next numbers and code points. */
export const GLYPH_NAME_TABLE = `
  AE=C6 Acyrillic=410 Alpha=391 Alphatonos=386 Becyrillic=411 Beta=392 Cdot=10A Checyrillic=427 Chi=3A7 Dcroat=110
  Decyrillic=414 Delta=2206 Deltagreek=394 Djecyrillic=402 Dslash=110 Dzecyrillic=405 Dzhecyrillic=40F Ecyrillic=404
  Edot=116 Efcyrillic=424 Eightroman=2167 Elcyrillic=41B Elevenroman=216A Emcyrillic=41C Encyrillic=41D Eng=14A
  Epsilon=395 Epsilontonos=388 Ercyrillic=420 Ereversedcyrillic=42D Escyrillic=421 Eta=397 Etatonos=389 Eth=D0
  Euro=20AC Fiveroman=2164 Fourroman=2163 Gamma=393 Gdot=120 Gecyrillic=413 Gheupturncyrillic=490 Gjecyrillic=403
  H18533=25CF H18543=25AA H18551=25AB H22073=25A1 Hardsigncyrillic=42A Hbar=126 IAcyrillic=42F IJ=132 IUcyrillic=42E
  Icyrillic=406 Idot=130 Iecyrillic=415 Ifraktur=2111 Iicyrillic=418 Iishortcyrillic=419 Iocyrillic=401 Iota=399
  Iotadieresis=3AA Iotatonos=38A Jecyrillic=408 Kacyrillic=41A Kappa=39A Khacyrillic=425 Kjecyrillic=40C Lambda=39B
  Ldot=13F Ldotaccent=13F Ljecyrillic=409 Lslash=141 Mu=39C Nineroman=2168 Njecyrillic=40A Nu=39D OE=152 Ocyrillic=41E
  Odblacute=150 Ohm=2126 Omega=2126 Omegagreek=3A9 Omegatonos=38F Omicron=39F Omicrontonos=38C Oneroman=2160 Oslash=D8
  Pecyrillic=41F Phi=3A6 Pi=3A0 Psi=3A8 Rfraktur=211C Rho=3A1 Scommaaccent=218 Sevenroman=2166 Shacyrillic=428
  Shchacyrillic=429 Sigma=3A3 Sixroman=2165 Softsigncyrillic=42C Tau=3A4 Tbar=166 Tecyrillic=422 Tenroman=2169
  Theta=398 Thorn=DE Threeroman=2162 Tsecyrillic=426 Tshecyrillic=40B Twelveroman=216B Tworoman=2161 Ucyrillic=423
  Udblacute=170 Upsilon=3A5 Upsilon1=3D2 Upsilonacutehooksymbolgreek=3D3 Upsilondieresis=3AB
  Upsilondieresishooksymbolgreek=3D4 Upsilonhooksymbol=3D2 Upsilontonos=38E Ushortcyrillic=40E Vecyrillic=412 Xi=39E
  Yericyrillic=42B Yicyrillic=407 Zdot=17B Zecyrillic=417 Zeta=396 Zhecyrillic=416 acute=B4 acutelowmod=2CF
  acyrillic=430 ae=E6 afii00208=2015 afii08941=20A4 afii10017=410+6 afii10023=401 afii10024=416+26 afii10050=490
  afii10051=402+11 afii10062=40E afii10063=F6C4+2 afii10065=430+6 afii10071=451 afii10072=436+26 afii10098=491
  afii10099=452+11 afii10110=45E afii10145=40F afii10146=462 afii10147=472 afii10148=474 afii10192=F6C6 afii10193=45F
  afii10194=463 afii10195=473 afii10196=475 afii10831=F6C7+2 afii10846=4D9 afii299=200E+2 afii301=200D afii57381=66A
  afii57388=60C afii57392=660+10 afii57403=61B afii57407=61F afii57409=621+26 afii57440=640+7 afii57448=648+11
  afii57470=647 afii57505=6A4 afii57506=67E afii57507=686 afii57508=698 afii57509=6AF afii57511=679 afii57512=688
  afii57513=691 afii57514=6BA afii57519=6D2 afii57534=6D5 afii57636=20AA afii57645=5BE afii57658=5C3 afii57664=5D0+27
  afii57694=FB2A+2 afii57700=FB4B afii57705=FB1F afii57716=5F0+3 afii57723=FB35 afii57793=5B4+3 afii57796=5BB
  afii57797=5B8 afii57798=5B7 afii57799=5B0 afii57800=5B2 afii57801=5B1 afii57802=5B3 afii57803=5C2 afii57804=5C1
  afii57806=5B9 afii57807=5BC afii57839=5BD afii57841=5BF+2 afii57929=2BC afii61248=2105 afii61289=2113 afii61352=2116
  afii61573=202C+3 afii61664=200C afii63167=66D afii64937=2BD aleph=2135 allequal=224C alpha=3B1 alphatonos=3AC
  ampersand=26 angle=2220 angstrom=212B anoteleia=387 approaches=2250 approxequal=2248 approxequalorimage=2252
  approximatelyequal=2245 arrowboth=2194 arrowdashdown=21E3 arrowdashleft=21E0 arrowdashright=21E2 arrowdashup=21E1
  arrowdblboth=21D4 arrowdbldown=21D3 arrowdblleft=21D0 arrowdblright=21D2 arrowdblup=21D1 arrowdown=2193
  arrowdownleft=2199 arrowdownright=2198 arrowdownwhite=21E9 arrowheaddownmod=2C5 arrowheadleftmod=2C2
  arrowheadrightmod=2C3 arrowheadupmod=2C4 arrowleft=2190 arrowleftdbl=21D0 arrowleftdblstroke=21CD
  arrowleftoverright=21C6 arrowleftwhite=21E6 arrowright=2192 arrowrightdblstroke=21CF arrowrightoverleft=21C4
  arrowrightwhite=21E8 arrowtableft=21E4 arrowtabright=21E5 arrowup=2191 arrowupdn=2195 arrowupdnbse=21A8
  arrowupdownbase=21A8 arrowupleft=2196 arrowupleftofdown=21C5 arrowupright=2197 arrowupwhite=21E7 asciicircum=5E
  asciitilde=7E asterisk=2A asteriskmath=2217 asterism=2042 asymptoticallyequal=2243 at=40 backslash=5C bar=7C
  beamedsixteenthnotes=266C because=2235 becyrillic=431 beta=3B2 betasymbolgreek=3D0 blackcircle=25CF
  blackdiamond=25C6 blackdownpointingtriangle=25BC blackleftpointingpointer=25C4 blackleftpointingtriangle=25C0
  blacklowerlefttriangle=25E3 blacklowerrighttriangle=25E2 blackrectangle=25AC blackrightpointingpointer=25BA
  blackrightpointingtriangle=25B6 blacksmallsquare=25AA blacksmilingface=263B blacksquare=25A0 blackstar=2605
  blackupperlefttriangle=25E4 blackupperrighttriangle=25E5 blackuppointingsmalltriangle=25B4
  blackuppointingtriangle=25B2 braceleft=7B braceright=7D bracketleft=5B bracketright=5D breve=2D8 brokenbar=A6
  bullet=2022 bulletinverse=25D8 bulletoperator=2219 bullseye=25CE capslock=21EA careof=2105 caron=2C7
  carriagereturn=21B5 cdot=10B cedilla=B8 cent=A2 centigrade=2103 checyrillic=447 chi=3C7 circle=25CB circlecopyrt=A9
  circlemultiply=2297 circleot=2299 circleplus=2295 circlewithlefthalfblack=25D0 circlewithrighthalfblack=25D1
  circumflex=2C6 club=2663 clubsuitblack=2663 clubsuitwhite=2667 colon=3A colonmonetary=20A1 colonsign=20A1
  colontriangularhalfmod=2D1 colontriangularmod=2D0 comma=2C compass=263C congruent=2245 contourintegral=222E
  copyright=A9 cruzeiro=20A2 currency=A4 dagger=2020 daggerdbl=2021 dblarrowleft=21D4 dblarrowright=21D2
  dblintegral=222C dbllowline=2017 dblverticalbar=2016 dcroat=111 decyrillic=434 degree=B0 delta=3B4
  dialytikatonos=385 diamond=2666 diamondsuitwhite=2662 dieresis=A8 dieresistonos=385 divide=F7 divides=2223
  divisionslash=2215 djecyrillic=452 dmacron=111 dollar=24 dong=20AB dotaccent=2D9 dotlessi=131 dotmath=22C5
  dottedcircle=25CC downtackmod=2D5 dzecyrillic=455 dzhecyrillic=45F earth=2641 ecyrillic=454 edot=117 efcyrillic=444
  eight=38 eighthnotebeamed=266B eightinferior=2088 eightroman=2177 eightsuperior=2078 elcyrillic=43B element=2208
  elevenroman=217A ellipsis=2026 emcyrillic=43C emdash=2014 emptyset=2205 encyrillic=43D endash=2013 eng=14B
  enspace=2002 epsilon=3B5 epsilontonos=3AD equal=3D equalsuperior=207C equivalence=2261 ercyrillic=440
  ereversedcyrillic=44D escyrillic=441 estimated=212E eta=3B7 etatonos=3AE eth=F0 euro=20AC exclam=21 exclamdbl=203C
  exclamdown=A1 existential=2203 fahrenheit=2109 female=2640 ff=FB00 f_f=FB00 ffi=FB03 f_f_i=FB03 ffl=FB04 f_f_l=FB04
  fi=FB01 f_i=FB01 figuredash=2012 filledbox=25A0 filledrect=25AC firsttonechinese=2C9 fisheye=25C9 five=35
  fiveeighths=215D fiveinferior=2085 fiveroman=2174 fivesuperior=2075 fl=FB02 f_l=FB02 florin=192 forall=2200 four=34
  fourinferior=2084 fourroman=2173 foursuperior=2074 fourthtonechinese=2CB fraction=2044 franc=20A3 gamma=3B3 gdot=121
  gecyrillic=433 geometricallyequal=2251 germandbls=DF gheupturncyrillic=491 gjecyrillic=453 glottalstopmod=2C0
  glottalstopreversedmod=2C1 gradient=2207 grave=60 gravelowmod=2CE greater=3E greaterequal=2265 greateroverequal=2267
  guillemotleft=AB guillemotright=BB guilsinglleft=2039 guilsinglright=203A hardsigncyrillic=44A
  harpoonleftbarbup=21BC harpoonrightbarbup=21C0 hbar=127 heart=2665 heartsuitblack=2665 heartsuitwhite=2661
  horizontalbar=2015 hotsprings=2668 hungarumlaut=2DD hyphen=2D hyphentwo=2010 iacyrillic=44F icyrillic=456
  iecyrillic=435 iicyrillic=438 iishortcyrillic=439 ij=133 ilde=2DC imageorapproximatelyequal=2253 increment=2206
  infinity=221E integral=222B intersection=2229 invbullet=25D8 invcircle=25D9 invsmileface=263B iocyrillic=451
  iota=3B9 iotadieresis=3CA iotadieresistonos=390 iotatonos=3AF iucyrillic=44E jecyrillic=458 kacyrillic=43A kappa=3BA
  kgreenlandic=138 khacyrillic=445 kjecyrillic=45C lambda=3BB largecircle=25EF ldot=140 ldotaccent=140 less=3C
  lessequal=2264 lessoverequal=2266 lira=20A4 ljecyrillic=459 logicaland=2227 logicalnot=AC logicalor=2228 longs=17F
  lozenge=25CA lslash=142 lsquare=2113 macron=AF macronlowmod=2CD male=2642 mars=2642 middot=B7 minus=2212
  minuscircle=2296 minusmod=2D7 minusplus=2213 minute=2032 mu=B5 mu1=B5 muchgreater=226B muchless=226A mugreek=3BC
  multiply=D7 musicalnote=266A musicalnotedbl=266B musicflatsign=266D musicsharpsign=266F nabla=2207 napostrophe=149
  nbspace=A0 newsheqelsign=20AA nine=39 nineinferior=2089 nineroman=2178 ninesuperior=2079 njecyrillic=45A
  nonbreakingspace=A0 notcontains=220C notelement=2209 notelementof=2209 notequal=2260 notgreater=226F
  notidentical=2262 notless=226E notparallel=2226 notprecedes=2280 notsubset=2284 notsucceeds=2281 notsuperset=2285
  nsuperior=207F nu=3BD numbersign=23 numeralsigngreek=374 numeralsignlowergreek=375 numero=2116 ocyrillic=43E
  odblacute=151 oe=153 ogonek=2DB omega=3C9 omega1=3D6 omegatonos=3CE omicron=3BF omicrontonos=3CC one=31
  onedotenleader=2024 oneeighth=215B onehalf=BD oneinferior=2081 onequarter=BC oneroman=2170 onesuperior=B9
  onethird=2153 openbullet=25E6 ordfeminine=AA ordmasculine=BA orthogonal=221F oslash=F8 overline=203E overscore=AF
  pagedown=21DF pageup=21DE paragraph=B6 parallel=2225 parenleft=28 parenleftinferior=208D parenleftsuperior=207D
  parenright=29 parenrightinferior=208E parenrightsuperior=207E partialdiff=2202 pecyrillic=43F percent=25 period=2E
  periodcentered=B7 perpendicular=22A5 perthousand=2030 peseta=20A7 phi=3C6 phi1=3D5 phisymbolgreek=3D5 pi=3C0
  pisymbolgreek=3D6 planckover2pi=210F planckover2pi1=210F plus=2B pluscircle=2295 plusminus=B1 plusmod=2D6
  plussuperior=207A pointingindexdownwhite=261F pointingindexleftwhite=261C pointingindexrightwhite=261E
  pointingindexupwhite=261D prescription=211E primereversed=2035 product=220F propersubset=2282 propersuperset=2283
  proportion=2237 proportional=221D psi=3C8 quarternote=2669 question=3F questiondown=BF questiongreek=37E quotedbl=22
  quotedblbase=201E quotedblleft=201C quotedblright=201D quoteleft=2018 quoteleftreversed=201B quotereversed=201B
  quoteright=2019 quoterightn=149 quotesinglbase=201A quotesingle=27 radical=221A ratio=2236 referencemark=203B
  reflexsubset=2286 reflexsuperset=2287 registered=AE reversedtilde=223D rho=3C1 rhotichookmod=2DE rightangle=221F
  righttriangle=22BF ring=2DA ringhalfleftcentered=2D3 ringhalfrightcentered=2D2 scommaaccent=219 second=2033
  secondtonechinese=2CA section=A7 semicolon=3B seven=37 seveneighths=215E seveninferior=2087 sevenroman=2176
  sevensuperior=2077 sfthyphen=AD shacyrillic=448 shchacyrillic=449 sheqel=20AA sigma=3C3 sigma1=3C2 sigmafinal=3C2
  similar=223C six=36 sixinferior=2086 sixroman=2175 sixsuperior=2076 slash=2F slong=17F smileface=263A softhyphen=AD
  softsigncyrillic=44C space=20 spade=2660 spadesuitblack=2660 spadesuitwhite=2664 squarediagonalcrosshatchfill=25A9
  squarehorizontalfill=25A4 squareorthogonalcrosshatchfill=25A6 squareupperlefttolowerrightfill=25A7
  squareupperrighttolowerleftfill=25A8 squareverticalfill=25A5 squarewhitewithsmallblack=25A3 sterling=A3 subset=2282
  subsetnotequal=228A subsetorequal=2286 suchthat=220B summation=2211 sun=263C superset=2283 supersetnotequal=228B
  supersetorequal=2287 tackdown=22A4 tackleft=22A3 tau=3C4 tbar=167 tecyrillic=442 telephone=2121 telephoneblack=260E
  tenroman=2179 thereexists=2203 therefore=2234 theta=3B8 theta1=3D1 thetasymbolgreek=3D1 thorn=FE three=33
  threeeighths=215C threeinferior=2083 threequarters=BE threeroman=2172 threesuperior=B3 tilde=2DC tildeoperator=223C
  timescircle=2297 tonos=384 trademark=2122 triagdn=25BC triaglf=25C4 triagrt=25BA triagup=25B2 tsecyrillic=446
  tshecyrillic=45B twelveroman=217B two=32 twodotenleader=2025 twodotleader=2025 twoinferior=2082 tworoman=2171
  twosuperior=B2 twothirds=2154 ucyrillic=443 udblacute=171 underscore=5F underscoredbl=2017 union=222A universal=2200
  upsilon=3C5 upsilondieresis=3CB upsilondieresistonos=3B0 upsilontonos=3CD uptackmod=2D4 ushortcyrillic=45E
  vecyrillic=432 venus=2640 verticalbar=7C verticallinelowmod=2CC verticallinemod=2C8 weierstrass=2118
  whitebullet=25E6 whitecircle=25CB whitecircleinverse=25D9 whitediamond=25C7
  whitediamondcontainingblacksmalldiamond=25C8 whitedownpointingsmalltriangle=25BF whitedownpointingtriangle=25BD
  whiteleftpointingsmalltriangle=25C3 whiteleftpointingtriangle=25C1 whiterightpointingsmalltriangle=25B9
  whiterightpointingtriangle=25B7 whitesmallsquare=25AB whitesmilingface=263A whitesquare=25A1 whitestar=2606
  whitetelephone=260F whiteuppointingsmalltriangle=25B5 whiteuppointingtriangle=25B3 won=20A9 xi=3BE yen=A5
  yericyrillic=44B yicyrillic=457 yinyang=262F ypogegrammeni=37A zdot=17C zecyrillic=437 zero=30 zeroinferior=2080
  zerosuperior=2070 zerowidthnonjoiner=200C zerowidthspace=200B zeta=3B6 zhecyrillic=436 arrowhookleft=21AA
  arrowhookright=21A9 arrowlefttophalf=21BC arrowleftbothalf=21BD arrownortheast=2197 arrownorthwest=2196
  arrowrighttophalf=21C0 arrowrightbothalf=21C1 arrowsoutheast=2198 arrowsouthwest=2199 backslashbig=2216
  backslashBig=2216 backslashBigg=2216 backslashbigg=2216 bardbl=2016 braceleftBig=7B braceleftbig=7B braceleftbigg=7B
  braceleftBigg=7B bracerightBig=7D bracerightbig=7D bracerightbigg=7D bracerightBigg=7D bracketleftbig=5B
  bracketleftBig=5B bracketleftbigg=5B bracketleftBigg=5B bracketrightBig=5D bracketrightbig=5D bracketrightbigg=5D
  bracketrightBigg=5D circledotdisplay=2299 circledottext=2299 circlemultiplydisplay=2297 circlemultiplytext=2297
  circleplusdisplay=2295 circleplustext=2295 contintegraldisplay=222E contintegraltext=222E coproductdisplay=2210
  coproducttext=2210 integraldisplay=222B integraltext=222B intersectiondisplay=22C2 intersectiontext=22C2
  logicalanddisplay=2227 logicalandtext=2227 logicalordisplay=2228 logicalortext=2228 parenleftBig=28 parenleftbig=28
  parenleftBigg=28 parenleftbigg=28 parenrightBig=29 parenrightbig=29 parenrightBigg=29 parenrightbigg=29 prime=2032
  productdisplay=220F producttext=220F radicalbig=221A radicalBig=221A radicalBigg=221A radicalbigg=221A
  radicalbt=221A radicaltp=221A radicalvertex=221A slashbig=2F slashBig=2F slashBigg=2F slashbigg=2F
  summationdisplay=2211 summationtext=2211 tildewide=2DC tildewider=2DC tildewidest=2DC uniondisplay=22C3
  unionmultidisplay=228E unionmultitext=228E unionsqdisplay=2294 unionsqtext=2294 uniontext=22C3 vextenddouble=2225
  vextendsingle=2223
`
