import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from "@mantine/core";

const pine: MantineColorsTuple = [
  "#e9f7f3",
  "#d2ede5",
  "#a5dbcb",
  "#73c7af",
  "#48b496",
  "#2a9d7f",
  "#158068",
  "#0d6957",
  "#0a5345",
  "#063c32",
];
const ink: MantineColorsTuple = [
  "#d9e0de",
  "#b7c2bf",
  "#94a19e",
  "#6d7a77",
  "#3b4644",
  "#2d3735",
  "#212928",
  "#161d1c",
  "#0f1514",
  "#0a0f0e",
];
const stone: MantineColorsTuple = [
  "#f6f8f7",
  "#eef2f0",
  "#e3e9e6",
  "#d3dbd8",
  "#bac5c1",
  "#94a29d",
  "#6a7874",
  "#4f5c58",
  "#37423f",
  "#222b29",
];
const crimson: MantineColorsTuple = [
  "#fdeeec",
  "#fbd9d5",
  "#f5b1a9",
  "#ee8579",
  "#e45f51",
  "#d64437",
  "#c2352a",
  "#a82a21",
  "#8a221b",
  "#6a1914",
];
const amber: MantineColorsTuple = [
  "#fdf3df",
  "#fbe6bf",
  "#f7d08a",
  "#f2b955",
  "#eda52b",
  "#d98d12",
  "#b3720a",
  "#8f5a05",
  "#744801",
  "#5b3800",
];

export const theme = createTheme({
  primaryColor: "pine",
  primaryShade: { light: 7, dark: 6 },
  colors: { pine, dark: ink, gray: stone, red: crimson, yellow: amber },
  defaultRadius: "md",
  respectReducedMotion: true,
  fontFamily: 'ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  headings: { fontWeight: "650" },
  cursorType: "pointer",
  components: {
    Modal: { defaultProps: { centered: true, closeButtonProps: { "aria-label": "Close" } } },
    // The placeholder is a focusable child that a menu must not have; the first item gets the focus instead.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Notification: { defaultProps: { closeButtonProps: { "aria-label": "Dismiss" } } },
    Drawer: { defaultProps: { closeButtonProps: { "aria-label": "Close" } } },
    // Hints are below their field, so that fields side by side line up.
    InputWrapper: { defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] } },
    Alert: { defaultProps: { radius: "md" } },
  },
});

/**
 * The library's dimmed, placeholder and error shades are too pale to read on white; these pass 4.5 : 1 on all our
 * surfaces.
 */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": "#55625e",
    "--mantine-color-placeholder": "#6a7874",
    "--mantine-color-error": "#a82a21",
    "--mantine-color-anchor": "#0d6957",
    "--corridor-surface": "#ffffff",
    "--corridor-page": "#f6f8f7",
    "--corridor-line": "#dfe6e3",
  },
  dark: {
    "--mantine-color-dimmed": "#9daba7",
    "--mantine-color-placeholder": "#94a19e",
    "--mantine-color-error": "#f29b91",
    "--mantine-color-anchor": "#73c7af",
    "--corridor-surface": "#1b2322",
    "--corridor-page": "#161d1c",
    "--corridor-line": "#2f3a38",
  },
});
