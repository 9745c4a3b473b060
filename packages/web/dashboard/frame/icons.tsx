/** Line icons on a 24-unit grid; decorative, so hidden from assistive technology: the text beside them is the name. */
const PATHS = {
  overview: "M4 13h6V4H4zM14 20h6v-9h-6zM4 20h6v-3H4zM14 7h6V4h-6z",
  payments: "M3 8h14M13 4l4 4-4 4M21 16H7M11 12l-4 4 4 4",
  link: "M9.5 14.5l5-5M11 6.5l1.7-1.7a4.6 4.6 0 0 1 6.5 6.5L17.5 13M13 17.5l-1.7 1.7a4.6 4.6 0 0 1-6.5-6.5L6.5 11",
  people:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c.4-3.6 3-6 6.5-6s6.1 2.4 6.5 6M16 4.3a3.5 3.5 0 0 1 0 " +
    "6.4M18 14.5c2 .8 3.2 2.7 3.5 5.5",
  account: "M3 9.5 12 4l9 5.5M5 10v8M10 10v8M14 10v8M19 10v8M3 20h18",
  escrow: "M12 3l7.5 3v5.5c0 4.5-3 8-7.5 9.5-4.5-1.5-7.5-5-7.5-9.5V6zM9 12l2.2 2.2L15.5 10",
  ramp: "M4 17l5-5 4 4 7-8M20 8v5M20 8h-5",
  key: "M8 19.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM11.2 11.8 20 3M16.5 6.5l3 3M13.5 9.5l2 2",
  webhook: "M12 8a3 3 0 1 0-2.6-1.5L6 13.5M6 16a2.5 2.5 0 1 0 2.5 2.5H15M18 16a2.5 2.5 0 1 1-2 4M12 7l4.5 8.5",
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M14 4.5v5M8 14.5v5",
  building: "M5 21V4h9v17M14 9h5v12M8 8h3M8 12h3M8 16h3M3 21h18",
  shield: "M12 3l7.5 3v5.5c0 4.5-3 8-7.5 9.5-4.5-1.5-7.5-5-7.5-9.5V6z",
  route: "M6 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM18 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 17h6a4 4 0 0 0 0-8h-4a4 4 0 0 1 0-6h1",
  plug: "M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4",
  percent: "M6 18L18 6M7.5 9a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM16.5 18a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z",
  rates: "M4 7h13l-3-3M20 17H7l3 3",
  scale: "M12 4v16M8 20h8M5 7h14M5 7l-2.5 6a3 3 0 0 0 5 0zM19 7l-2.5 6a3 3 0 0 0 5 0z",
  chart: "M4 20V4M4 20h16M8 16v-4M12 16V8M16 16v-6",
  log: "M6 3h9l4 4v14H6zM14 3v5h5M9 12h7M9 16h7",
  customer: "M3 5h18v14H3zM9 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM6 16c.4-1.6 1.5-2.3 3-2.3s2.6.7 3 2.3M15 9.5h3M15 13h3",
  quote: "M4 4h16v12h-9l-4 4v-4H4zM8 8.5h8M8 12h5",
  question:
    "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM9.6 9.6a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.2 1-1.2 1.9M12 16.6v.2",
  member: "M10 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3.5 20c.4-3.6 3-6 6.5-6s6.1 2.4 6.5 6M19 8v6M16 11h6",
  user: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.5-4 3.5-6.5 7.5-6.5s7 2.5 7.5 6.5",
  cart: "M3 4h3l2.2 10.5h9.6L20 7.5H7M9.5 19.5h.01M16.5 19.5h.01",
  coins: "M9 13a5 5 0 1 0 0-10 5 5 0 0 0 0 10zM15.5 9.3a5.5 5.5 0 1 1-6 6.9",
  statement: "M5 3h14v18l-3-2-2 2-2-2-2 2-2-2-3 2zM9 8h6M9 12h6",
  compare: "M9 4v16M15 4v16M9 8H4M9 16H4M15 8h5M15 16h5",
  organizations: "M3 21V9h7v12M10 21V3h11v18M6 13h1M6 17h1M14 7h1M17 7h1M14 11h1M17 11h1M14 15h1M17 15h1M2 21h20",
  stop: "M8 3h8l5 5v8l-5 5H8l-5-5V8zM8 12h8",
  bell: "M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5h4",
  sun:
    "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 " +
    "1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
  auto: "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 3.5v17",
  chevron: "M8 10l4 4 4-4",
  check: "M5 12.5l4.5 4.5L19 7.5",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  plus: "M12 5v14M5 12h14",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM20 20l-4.8-4.8",
  upload: "M12 15V4M7.5 8.5 12 4l4.5 4.5M4 20h16",
  download: "M12 4v11M7.5 11l4.5 4.5 4.5-4.5M4 20h16",
  alert: "M12 4l9 16H3zM12 10v4.5M12 17.3v.2",
  arrowLeft: "M19 12H5M11 6l-6 6 6 6",
  signOut: "M14 4H5v16h9M10 12h11M17 8l4 4-4 4",
  grip: "M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01",
  up: "M12 19V5M6 11l6-6 6 6",
  down: "M12 5v14M6 13l6 6 6-6",
  external: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  refresh: "M20 11a8 8 0 1 0-2.3 6.3M20 5v6h-6",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
