import { type Bank, banksOf } from "./reference-table.ts";

/** Codes of domestic transfers (Nigeria: CBN, Ghana: GhIPSS, Kenya: CBK, South Africa: branch codes), or the BIC. */
export const AFRICAN_BANKS: readonly Bank[] = banksOf(`
  NG NGN
    044     Access Bank
    023     Citibank Nigeria
    050     Ecobank Nigeria
    070     Fidelity Bank
    011     First Bank of Nigeria = FBN, FirstBank
    214     First City Monument Bank = FCMB
    00103   Globus Bank
    058     Guaranty Trust Bank = GTBank
    301     Jaiz Bank
    082     Keystone Bank
    50211   Kuda Microfinance Bank = Kuda Bank
    303     Lotus Bank
    50515   Moniepoint Microfinance Bank = Moniepoint MFB
    999992  OPay
    999991  PalmPay
    104     Parallex Bank
    076     Polaris Bank
    105     PremiumTrust Bank
    101     Providus Bank
    106     Signature Bank
    221     Stanbic IBTC Bank
    068     Standard Chartered Bank Nigeria
    232     Sterling Bank
    100     SunTrust Bank
    302     TAJBank
    032     Union Bank of Nigeria = UBN
    033     United Bank for Africa = UBA
    215     Unity Bank
    566     VFD Microfinance Bank
    035     Wema Bank
    057     Zenith Bank
  GH GHS
    030100  Absa Bank Ghana
    280100  Access Bank Ghana
    080100  Agricultural Development Bank = ADB
    210100  Bank of Africa Ghana
    140100  CalBank
    340100  Consolidated Bank Ghana = CBG
    130100  Ecobank Ghana
    200100  FBNBank Ghana
    240100  Fidelity Bank Ghana
    170100  First Atlantic Bank
    330100  First National Bank Ghana = FNB
    040100  GCB Bank
    230100  Guaranty Trust Bank Ghana = GTBank
    050100  National Investment Bank = NIB
    360100  OmniBSIC Bank
    180100  Prudential Bank
    110100  Republic Bank Ghana
    090100  Societe Generale Ghana
    190100  Stanbic Bank Ghana
    020100  Standard Chartered Bank Ghana
    060100  United Bank for Africa Ghana = UBA
    100100  Universal Merchant Bank = UMB
    120100  Zenith Bank Ghana
  KE KES
    01  KCB Bank Kenya
    02  Standard Chartered Bank Kenya
    03  Absa Bank Kenya
    05  Bank of India
    06  Bank of Baroda Kenya
    07  NCBA Bank Kenya
    10  Prime Bank
    11  Co-operative Bank of Kenya = Co-op Bank
    12  National Bank of Kenya = NBK
    16  Citibank Kenya
    18  Middle East Bank Kenya
    19  Bank of Africa Kenya
    23  Consolidated Bank of Kenya
    25  Credit Bank
    31  Stanbic Bank Kenya
    35  African Banking Corporation = ABC Bank
    43  Ecobank Kenya
    53  Guaranty Trust Bank Kenya = GTBank
    54  Victoria Commercial Bank
    55  Guardian Bank
    57  I&M Bank Kenya
    60  SBM Bank Kenya
    61  HFC
    63  Diamond Trust Bank Kenya = DTB
    66  Sidian Bank
    68  Equity Bank Kenya
    70  Family Bank
    72  Gulf African Bank
    76  UBA Kenya Bank = United Bank for Africa
  UG UGX
    BARCUGKX  Absa Bank Uganda
    AFRIUGKA  Bank of Africa Uganda
    BARBUGKA  Bank of Baroda Uganda
    CERBUGKA  Centenary Bank
    CITIUGKA  Citibank Uganda
    DFCUUGKA  dfcu Bank
    DTKEUGKA  Diamond Trust Bank Uganda = DTB
    ECOCUGKA  Ecobank Uganda
    EQBLUGKA  Equity Bank Uganda
    KCBLUGKA  KCB Bank Uganda
    SBICUGKX  Stanbic Bank Uganda
    SCBLUGKA  Standard Chartered Bank Uganda
    UNAFUGKA  United Bank for Africa Uganda = UBA
  TZ TZS
    BARCTZTZ  Absa Bank Tanzania
    CITITZTZ  Citibank Tanzania
    CORUTZTZ  CRDB Bank
    DTKETZTZ  Diamond Trust Bank Tanzania = DTB
    ECOCTZTZ  Ecobank Tanzania
    EQBLTZTZ  Equity Bank Tanzania
    EXTNTZTZ  Exim Bank Tanzania
    IMBLTZTZ  I&M Bank Tanzania
    KCBLTZTZ  KCB Bank Tanzania
    NLCBTZTX  National Bank of Commerce = NBC
    NMIBTZTZ  NMB Bank
    SBICTZTX  Stanbic Bank Tanzania
    SCBLTZTX  Standard Chartered Bank Tanzania
  RW RWF
    BKIGRWRW  Bank of Kigali
    BPRWRWRW  BPR Bank Rwanda
    ECOCRWRW  Ecobank Rwanda
    EQBLRWRW  Equity Bank Rwanda
    IMRWRWRW  I&M Bank Rwanda
  ZM ZMW
    BARCZMLX  Absa Bank Zambia
    CITIZMLU  Citibank Zambia
    ECOCZMLX  Ecobank Zambia
    FIRNZMLX  First National Bank Zambia = FNB
    INZAZMLX  Indo Zambia Bank
    SBICZMLX  Stanbic Bank Zambia
    SCBLZMLX  Standard Chartered Bank Zambia
    UNAFZMLU  United Bank for Africa Zambia = UBA
    ZNCOZMLU  Zambia National Commercial Bank = Zanaco
  CI XOF
    ATCICIAB  Banque Atlantique Côte d'Ivoire
    AFRICIAB  Bank of Africa Côte d'Ivoire
    BICICIAB  BICICI
    CITICIAX  Citibank Côte d'Ivoire
    ECOCCIAB  Ecobank Côte d'Ivoire
    BIAOCIAB  NSIA Banque Côte d'Ivoire
    SGCICIAB  Société Générale Côte d'Ivoire
    SIVBCIAB  Société Ivoirienne de Banque = SIB
    SCBLCIAB  Standard Chartered Bank Côte d'Ivoire
    UNAFCIAB  United Bank for Africa Côte d'Ivoire = UBA
  SN XOF
    AFRISNDA  Bank of Africa Sénégal
    BICISNDX  BICIS
    CBAOSNDA  CBAO Groupe Attijariwafa Bank
    CITISNDX  Citibank Sénégal
    ECOCSNDA  Ecobank Sénégal
    SGSNSNDA  Société Générale Sénégal
    UNAFSNDA  United Bank for Africa Sénégal = UBA
  CM XAF
    CCEICMCX  Afriland First Bank
    ICLRCMCX  BICEC
    CITICMCX  Citibank Cameroon
    ECOCCMCX  Ecobank Cameroon
    BCMACMCX  SCB Cameroun
    SGCMCMCX  Société Générale Cameroun
    SCBLCMCX  Standard Chartered Bank Cameroon
    UNAFCMCX  United Bank for Africa Cameroon = UBA
  ZA ZAR
    632005  Absa Bank
    410506  Access Bank South Africa
    430000  African Bank
    800000  Albaraka Bank
    888000  Bank Zero
    462005  Bidvest Bank
    470010  Capitec Bank
    350005  Citibank South Africa
    679000  Discovery Bank
    250655  First National Bank = FNB
    587000  HSBC South Africa
    580105  Investec Bank
    198765  Nedbank
    683000  Sasfin Bank
    051001  Standard Bank
    730020  Standard Chartered Bank South Africa
    678910  TymeBank`);
