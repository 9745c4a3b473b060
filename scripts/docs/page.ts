import { escaped } from "./svg.ts";

export type PageParts = {
  title: string;
  navigation: string;
  content: string;
  scripts?: readonly string[];
  bodyClass: string;
};

/** Nothing inline: the pages' policy allows only scripts and styles from our own files. */
export function page({ title, navigation, content, scripts = [], bodyClass }: PageParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Corridor</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/files/docs.css">
${scripts.map((name) => `<script type="module" src="/docs/files/${name}"></script>`).join("\n")}
</head>
<body class="${bodyClass}">
<a class="skip" href="#content">Skip to content</a>
<header><a class="brand" href="/docs/guides">Corridor</a><nav aria-label="Documentation"><a href="/docs/guides">Guides</a><a href="/docs">API reference</a><a href="/dashboard">Dashboard</a></nav></header>
<div class="columns">
<nav class="side" aria-label="On this site">${navigation}</nav>
<main id="content">${content}</main>
</div>
</body>
</html>
`;
}
