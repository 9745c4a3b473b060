/**
 * What is tried first against a password of ten characters or more: the long ones among the usual lists of leaked passwords. Case, and digits
 * and signs at either end, make none of them better. A package with millions of them was rejected: the long ones are few, and the limits on guessing
 * leave an attacker some hundred tries a day.
 */
const COMMON: ReadonlySet<string> = new Set(
  (
    "password passwords password1password mypassword yourpassword thepassword newpassword changeme changemenow letmein letmeinnow welcome welcomeback " +
    "administrator administration superuser superadmin rootroot adminadmin testtest testingtesting qwertyuiop qwertyuiopasdfghjkl qwertyqwerty asdfghjkl " +
    "asdfghjklzxcvbnm zxcvbnm zxcvbnmasdfghjkl qazwsx qazwsxedc qazwsxedcrfv abcdefghij abcdefghijkl abcdefghijklmnopqrstuvwxyz abcabcabc iloveyou iloveyouso " +
    "iloveyoubaby sunshine princess football baseball basketball liverpool manchesterunited chelseafc arsenalfc superman spiderman batmanrobin starwars " +
    "pokemonpokemon dragonball trustno trustnoone whatever whateverwhatever helloworld hellohello goodmorning godisgood jesuschrist jesusislord blessedbaby " +
    "mustangmustang computer internet facebook linkedin microsoft samsunggalaxy googlegoogle corridor corridorcorridor payments paymentspayments moneymoney " +
    "secretsecret topsecret verysecret verysecretpassword correcthorsebatterystaple donotchange nothing nopassword lagosnigeria accraghana nairobikenya " +
    "southafrica unitedstates london manchester"
  ).split(" "),
);
const DIGITS_ONLY = /^\d+$/;
const ENDS = /^[^a-z]+|[^a-z]+$/g;

export function isCommonPassword(password: string): boolean {
  const text = password.normalize("NFKC").toLowerCase();
  if (DIGITS_ONLY.test(text)) return isRun(text) || isRepeated(text);
  const middle = text.replaceAll(ENDS, "");
  return isRepeated(text) || [text, middle].some((form) => COMMON.has(form) || COMMON.has(form.replaceAll("@", "a").replaceAll("$", "s").replaceAll("0", "o")));
}

/** 1234567890, 9876543210 and their like. */
function isRun(digits: string): boolean {
  const steps = new Set(
    digits
      .split("")
      .slice(1)
      .map((digit, index) => (Number(digit) - Number(digits[index]) + 10) % 10),
  );
  return steps.size === 1;
}

/** A short piece over and over. */
function isRepeated(text: string): boolean {
  for (let length = 1; length <= 6; length++)
    if (
      text.length >= 2 * length &&
      text ===
        text
          .slice(0, length)
          .repeat(Math.ceil(text.length / length))
          .slice(0, text.length)
    )
      return true;
  return false;
}
