import { type Bank, banksOf } from "./reference-table.ts";

/** By the ABA routing number that each bank publishes for transfers; large banks have several. */
export const UNITED_STATES_BANKS: readonly Bank[] = banksOf(`
  US USD
    124003116  Ally Bank
    124085066  American Express National Bank
    026009593  Bank of America = BofA
    071000288  BMO Bank
    021000018  BNY
    051405515  Capital One
    121202211  Charles Schwab Bank
    021000089  Citibank
    011500120  Citizens Bank
    031100649  Discover Bank
    042000314  Fifth Third Bank
    021001088  HSBC Bank USA
    044000024  Huntington National Bank
    021000021  JPMorgan Chase Bank
    041001039  KeyBank
    022000046  M&T Bank
    256074974  Navy Federal Credit Union
    071000152  Northern Trust
    043000096  PNC Bank
    062005690  Regions Bank
    231372691  Santander Bank
    011000028  State Street Bank
    031101279  The Bancorp Bank
    031201360  TD Bank
    061000104  Truist Bank
    091000022  U.S. Bank
    314074269  USAA Federal Savings Bank
    121000248  Wells Fargo Bank`);
