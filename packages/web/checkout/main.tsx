import "./checkout.css";
import { StrictMode, useCallback, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { followHeight, withEmbedding } from "./embedded.ts";
import { firstWords, SpeechProvider } from "./language.tsx";
import { LinkPage } from "./link-page.tsx";
import { NotFound } from "./notices.tsx";
import { PaymentPage } from "./payment-page.tsx";

/** Two pages and one transition: a paid link becomes the page of its payment, whose address survives a reload. */
function Checkout() {
  const [path, setPath] = useState(window.location.pathname);
  useEffect(() => {
    const follow = () => setPath(window.location.pathname);
    window.addEventListener("popstate", follow);
    return () => window.removeEventListener("popstate", follow);
  }, []);
  const goTo = useCallback((next: string) => {
    window.history.pushState(null, "", withEmbedding(next));
    setPath(window.location.pathname);
    window.scrollTo(0, 0);
  }, []);

  const [, page, reference] = path.split("/");
  if (page === "pay" && reference !== undefined && reference !== "")
    return <LinkPage key={reference} linkRef={decodeURIComponent(reference)} goTo={goTo} />;
  if (page === "checkout" && reference !== undefined && reference !== "")
    return <PaymentPage key={reference} token={decodeURIComponent(reference)} goTo={goTo} />;
  return <NotFound />;
}

followHeight();
const words = await firstWords();
createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <SpeechProvider first={words}>
      <Checkout />
    </SpeechProvider>
  </StrictMode>,
);
