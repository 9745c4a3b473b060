import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The hosted checkout: its pages are /pay/* and /checkout/*, its hashed files live under /checkout-files. */
export default defineConfig({
  root: `${import.meta.dirname}/checkout`,
  base: "/checkout-files/",
  plugins: [react()],
  // Written for React, shipped with Preact: a tenth of the size, and the checkout must open on a slow phone.
  resolve: { alias: { react: "preact/compat", "react-dom": "preact/compat" } },
  publicDir: false,
  logLevel: "warn",
  build: {
    target: "es2022",
    // The oldest browsers with light-dark(); the build would otherwise rewrite it into a form that our theme switch
    // does not control.
    cssTarget: ["chrome123", "edge123", "firefox120", "safari17.5"],
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
