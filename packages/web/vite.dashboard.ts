import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The dashboard: served under /dashboard, its hashed files under /dashboard/assets. */
export default defineConfig({
  root: `${import.meta.dirname}/dashboard`,
  base: "/dashboard/",
  plugins: [react()],
  publicDir: false,
  logLevel: "warn",
  build: {
    target: "es2023",
    // The oldest browsers with light-dark(); the build would otherwise rewrite it into a form that our theme switch
    // does not control.
    cssTarget: ["chrome123", "edge123", "firefox120", "safari17.5"],
    manifest: true,
    sourcemap: false,
    // An inlined asset would be a data: URL, which the Content-Security-Policy allows for images only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000,
  },
});
