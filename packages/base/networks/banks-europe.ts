import { type Bank, banksOf } from "./reference-table.ts";

/** By BIC. The account's own bank is in its IBAN or, in the UK, its sort code. */
export const EUROPEAN_BANKS: readonly Bank[] = banksOf(`
  GB GBP
    BUKBGB22  Barclays Bank UK
    BARCGB22  Barclays Bank
    BOFSGB2S  Bank of Scotland
    CLRBGB22  ClearBank
    CPBKGB22  The Co-operative Bank
    HBUKGB4B  HSBC UK Bank
    LOYDGB2L  Lloyds Bank
    MYMBGB2L  Metro Bank
    MONZGB2L  Monzo Bank
    NAIAGB21  Nationwide Building Society
    NWBKGB2L  National Westminster Bank = NatWest
    REVOGB21  Revolut
    RBOSGB2L  Royal Bank of Scotland = RBS
    ABBYGB2L  Santander UK
    SCBLGB2L  Standard Chartered Bank
    SRLGGB2L  Starling Bank
    TSBSGB2A  TSB Bank
    TRWIGB2L  Wise
  AD EUR
    BACAADAD  Andbank
    CRDAADAD  Creand Crèdit Andorrà
    BINAADAD  MoraBanc
  AL ALL
    NCBAALTX  Banka Kombëtare Tregtare
    CDISALTR  Credins Bank
    SGSBALTX  Raiffeisen Bank Albania
  AT EUR
    BAWAATWW  BAWAG
    GIBAATWW  Erste Bank
    OBKLAT2L  Oberbank
    RZBAATWW  Raiffeisen Bank International
    BKAUATWW  UniCredit Bank Austria
  BE EUR
    ARSPBE22  Argenta
    GKCCBEBB  Belfius
    GEBABEBB  BNP Paribas Fortis
    BBRUBEBB  ING Belgium
    KREDBEBB  KBC Bank
    TRWIBEB1  Wise Europe
  BG EUR
    STSABGSF  DSK Bank
    FINVBGSF  First Investment Bank
    UNCRBGSF  UniCredit Bulbank
    UBBSBGSF  United Bulgarian Bank
  CH CHF
    BCVLCH2L  Banque Cantonale Vaudoise
    POFICHBE  PostFinance
    RAIFCH22  Raiffeisen Schweiz
    UBSWCHZH  UBS Switzerland
    ZKBKCHZZ  Zürcher Kantonalbank
  CY EUR
    BCYPCY2N  Bank of Cyprus
    ERBKCY2N  Eurobank Cyprus
    HEBACY2N  Hellenic Bank
  CZ CZK
    AIRACZPP  Air Bank
    GIBACZPX  Česká spořitelna
    CEKOCZPP  ČSOB
    FIOBCZPP  Fio banka
    KOMBCZPP  Komerční banka
    AGBACZPP  MONETA Money Bank
    RZBCCZPP  Raiffeisenbank
    BACXCZPP  UniCredit Bank Czech Republic and Slovakia
  DE EUR
    BYLADEMM  BayernLB
    COBADEHD  comdirect
    COBADEFF  Commerzbank
    DEUTDEFF  Deutsche Bank
    BYLADEM1  Deutsche Kreditbank
    GENODEFF  DZ Bank
    HELADEFF  Helaba
    INGDDEFF  ING
    SOLADEST  Landesbank Baden-Württemberg
    NTSBDEB1  N26
    PBNKDEFF  Postbank
    CMCIDEDD  Targobank
    HYVEDEMM  UniCredit Bank
  DK DKK
    DABADKKK  Danske Bank
    JYBADKKK  Jyske Bank
    NDEADKKK  Nordea Danmark
    NYKBDKKK  Nykredit Bank
    SYBKDK22  Sydbank
  EE EUR
    EKRDEE22  Coop Pank
    LHVBEE22  LHV Pank
    RIKOEE22  Luminor Bank
    EEUHEE2X  SEB Pank
    HABAEE2X  Swedbank
  ES EUR
    CAGLESMM  Abanca
    BSABESBB  Banco de Sabadell
    BSCHESMM  Banco Santander
    BKBKESMM  Bankinter
    BBVAESMM  BBVA
    CAIXESBB  CaixaBank
    CAZRES2Z  Ibercaja
    INGDESMM  ING España
    BASKES2B  Kutxabank
    UCJAES2M  Unicaja
  FI EUR
    AABAFI22  Ålandsbanken
    HELSFIHH  Aktia Bank
    DABAFIHH  Danske Bank
    NDEAFIHH  Nordea
    OKOYFIHH  OP Financial Group
    SBANFIHH  S-Pankki
  FR EUR
    CCBPFRPP  Banque Populaire
    BNPAFRPP  BNP Paribas
    BOUSFRPP  BoursoBank
    CEPAFRPP  Caisse d'Épargne
    CMCIFRPP  CIC
    AGRIFRPP  Crédit Agricole
    CMCIFR2A  Crédit Mutuel
    PSSTFRPP  La Banque Postale
    CRLYFRPP  LCL
    SOGEFRPP  Société Générale
  GR EUR
    CRBAGRAA  Alpha Bank
    ATTIGRAA  Attica Bank
    ERBKGRAA  Eurobank
    ETHNGRAA  National Bank of Greece
    PIRBGRAA  Piraeus Bank
  HR EUR
    ESBCHR22  Erste&Steiermärkische Bank
    OTPVHR2X  OTP banka
    PBZGHR2X  Privredna banka Zagreb
    RZBHHR2X  Raiffeisenbank Austria
    ZABAHR2X  Zagrebačka banka
  HU HUF
    CIBHHUHB  CIB Bank
    GIBAHUHB  Erste Bank Hungary
    OKHBHUHB  K&H Bank
    MKKBHUHB  MBH Bank
    OTPVHUHB  OTP Bank
    UBRTHUHB  Raiffeisen Bank
    BACXHUHB  UniCredit Bank Hungary
  IE EUR
    AIBKIE2D  Allied Irish Banks
    BOFIIE2D  Bank of Ireland
    CITIIE2X  Citibank Europe
    IPBSIE2D  Permanent TSB
  IS ISK
    ESJAISRE  Arion banki
    GLITISRE  Íslandsbanki
    NBIIISRE  Landsbankinn
  IT EUR
    BNLIITRR  Banca Nazionale del Lavoro
    PASCITMM  Banca Monte dei Paschi di Siena
    BPPIITRR  BancoPosta
    BPMOIT22  BPER Banca
    CRPPIT2P  Crédit Agricole Italia
    ICRAITRR  Iccrea Banca
    BCITITMM  Intesa Sanpaolo
    UNCRITMM  UniCredit
  LI CHF
    BLFLLI2X  LGT Bank
    LILALI2X  Liechtensteinische Landesbank
    VPBVLI2X  VP Bank
  LT EUR
    CBSBLT26  Artea Bank
    AGBLLT2X  Luminor Bank
    EVIULT2V  Paysera
    REVOLT21  Revolut Bank
    CBVILT2X  SEB Bankas
    HABALT22  Swedbank
  LU EUR
    BLUXLULL  Banque de Luxembourg
    CCRALULL  Banque Raiffeisen
    BGLLLULL  BGL BNP Paribas
    BILLLULL  Banque Internationale à Luxembourg
    CELLLULL  ING Luxembourg
    BCEELULL  Spuerkeess
  LV EUR
    PARXLV22  Citadele banka
    RIKOLV2X  Luminor Bank
    UNLALV2X  SEB banka
    HABALV22  Swedbank
  MC EUR
    CMBMMCMX  CMB Monaco
    CFMOMCMX  CFM Indosuez Wealth Management
  MD MDL
    AGRNMD2X  maib
    MOLDMD2X  Moldindconbank
    VICBMD2X  Victoriabank
  ME EUR
    CKBCMEPG  Crnogorska komercijalna banka
    HBBAMEPG  Hipotekarna banka
  MK MKD
    KOBSMK2X  Komercijalna Banka
    TUTNMK22  NLB Banka
    STOBMK2X  Stopanska Banka
  MT EUR
    APSBMTMT  APS Bank
    VALLMTMT  Bank of Valletta
    MMEBMTMT  HSBC Bank Malta
  NL EUR
    ABNANL2A  ABN AMRO
    ASNBNL21  ASN Bank
    BUNQNL2A  bunq
    INGBNL2A  ING
    KNABNL2H  Knab
    RABONL2U  Rabobank
    TRIONL2U  Triodos Bank
  NO NOK
    DABANO22  Danske Bank
    DNBANOKK  DNB Bank
    HANDNOKK  Handelsbanken
    NDEANOKK  Nordea Norge
    SPTRNO22  SpareBank 1 SMN
    SPRONO22  SpareBank 1 Sør-Norge
  PL PLN
    ALBPPLPW  Alior Bank
    BIGBPLPW  Bank Millennium
    PKOPPLPW  Bank Pekao
    CITIPLPX  Bank Handlowy
    PPABPLPK  BNP Paribas Bank Polska
    INGBPLPW  ING Bank Śląski
    BREXPLPW  mBank
    BPKOPLPW  PKO Bank Polski
    WBKPPLPP  Santander Bank Polska
  PT EUR
    BBPIPTPL  Banco BPI
    MPIOPTPL  Banco Montepio
    TOTAPTPL  Banco Santander Totta
    CGDIPTPL  Caixa Geral de Depósitos
    BCOMPTPL  Millennium bcp
    BESCPTPL  Novo Banco
  RO RON
    RNCBROBU  Banca Comercială Română
    BTRLRO22  Banca Transilvania
    BRDEROBU  BRD Groupe Société Générale
    CECEROBU  CEC Bank
    INGBROBU  ING Bank România
    RZBRROBU  Raiffeisen Bank
    BACXROBU  UniCredit Bank
  RS RSD
    DBDBRSBG  Banca Intesa Beograd
    KOBBRSBG  NLB Komercijalna banka
    OTPVRS22  OTP banka Srbija
    RZBSRSBG  Raiffeisen banka
    BACXRSBG  UniCredit Bank Srbija
  SE SEK
    DABASESX  Danske Bank
    HANDSESS  Handelsbanken
    ELLFSESS  Länsförsäkringar Bank
    NDEASESS  Nordea
    ESSESESS  SEB
    SWEDSESS  Swedbank
  SI EUR
    HDELSI22  Delavska hranilnica
    GORESI2X  Gorenjska banka
    BAKOSI2X  Intesa Sanpaolo Bank
    LJBASI2X  Nova Ljubljanska banka
    KBMASI2X  OTP banka
    BACXSI22  UniCredit Banka Slovenija
  SK EUR
    CEKOSKBX  ČSOB
    GIBASKBX  Slovenská sporiteľňa
    TATRSKBX  Tatra banka
    UNCRSKBX  UniCredit Bank
    SUBASKBX  VÚB banka
  SM EUR
    MAOISMSM  Banca di San Marino
    CSSMSMSM  Cassa di Risparmio della Repubblica di San Marino
  VA EUR
    IOPRVAVX  Istituto per le Opere di Religione`);
