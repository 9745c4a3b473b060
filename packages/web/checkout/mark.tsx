/** Our own sign for a network or a card's brand: its initials on a color. The brands' own logos belong to them. */
const COLORS = ["#0d5c63", "#7a3b00", "#5b2a86", "#8f1d3f", "#1f4e9e", "#2f5d1b", "#6b4a00", "#3d3d3d"] as const;
const MAX_INITIALS = 3;

const SIGNS: Readonly<Record<string, string>> = { Visa: "VISA", Mastercard: "MC", "American Express": "AMEX" };

function initialsOf(name: string): string {
  if (SIGNS[name] !== undefined) return SIGNS[name];
  const words = name.split(/[\s-]+/).filter((word) => word !== "");
  const initials = words.length > 1 ? words.map((word) => word[0]!).join("") : name;
  return initials.slice(0, MAX_INITIALS).toUpperCase();
}

function colorOf(name: string): string {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + character.codePointAt(0)!) % 65_521;
  return COLORS[sum % COLORS.length]!;
}

export function Mark({ name }: { name: string }) {
  return (
    <svg className="brand-mark" viewBox="0 0 48 32" aria-hidden="true" focusable="false">
      <rect width="48" height="32" rx="6" fill={colorOf(name)} />
      <text x="24" y="21" textAnchor="middle" fontSize="13" fontWeight="700" fill="#fff">
        {initialsOf(name)}
      </text>
    </svg>
  );
}

const BRANDS: readonly (readonly [RegExp, string])[] = [
  [/^4/, "Visa"],
  [/^(5[1-5]|2[2-7])/, "Mastercard"],
  [/^3[47]/, "American Express"],
  [/^(506|650)/, "Verve"],
  [/^6(011|5)/, "Discover"],
];

/** The brand of a card by its first digits. It is only displayed: the provider decides which brand it is. */
export function brandOf(cardNumber: string): string | null {
  return BRANDS.find(([pattern]) => pattern.test(cardNumber))?.[1] ?? null;
}

const ICONS = {
  mobile_money: "M8 2h8a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zM11 18.5h2",
  card: "M3 5h18a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM2 9.5h20M5.5 15h4",
  bank_transfer: "M3 10h18L12 4zM5 10v8M10 10v8M14 10v8M19 10v8M3 20h18",
} as const;

export function MethodIcon({ method }: { method: keyof typeof ICONS }) {
  return (
    <svg className="method-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={ICONS[method]} />
    </svg>
  );
}
