import { type ReactNode, useEffect, useRef } from "react";
import type { CheckoutLink } from "@corridor/shared/checkout/api.ts";
import { useSpeech } from "./language.tsx";
import { type Language, LANGUAGE_NAMES, LANGUAGES } from "@corridor/shared/languages/language.ts";

type Organization = CheckoutLink["organization"];

/** The layout of every checkout page. */
export function Sheet({
  test = false,
  organization = null,
  children,
}: {
  test?: boolean;
  organization?: Organization | null;
  children: ReactNode;
}) {
  const { say, switchLanguage, language } = useSpeech();
  useOwnColor(organization?.color ?? null);
  return (
    <div className="ground">
      {test && <header className="test-ribbon">{say("testMode")}</header>}
      <main className="sheet">
        {organization?.logo_url != null && <img className="logo" src={organization.logo_url} alt="" />}
        {children}
      </main>
      <footer className="foot">
        {organization !== null && <Contact organization={organization} />}
        <span>{say("securedBy")}</span>
        <select
          className="language"
          aria-label={say("language")}
          value={language}
          onChange={(event) => switchLanguage(event.target.value as Language)}
        >
          {LANGUAGES.map((code) => (
            <option key={code} value={code} lang={code}>
              {LANGUAGE_NAMES[code]}
            </option>
          ))}
        </select>
      </footer>
    </div>
  );
}

/**
 * Sets the organization's color on the page's root by script. The Content-Security-Policy allows that, but no style
 * attribute in the markup.
 */
function useOwnColor(color: string | null): void {
  useEffect(() => {
    const { dataset, style } = document.documentElement;
    if (color === null) return;
    dataset["brand"] = "";
    style.setProperty("--own", color);
  }, [color]);
}

function Contact({ organization }: { organization: Organization }) {
  const { say } = useSpeech();
  const { support_email: email, support_phone: phone, terms_url: terms, privacy_url: privacy, footer } = organization;
  return (
    <>
      {(email !== null || phone !== null) && (
        <small>
          {say("help")} {email !== null && <a href={`mailto:${email}`}>{email}</a>}{" "}
          {phone !== null && <a href={`tel:${phone}`}>{phone}</a>}
        </small>
      )}
      {footer !== null && <small>{footer}</small>}
      {terms !== null && (
        <a href={terms} target="_blank" rel="noopener">
          {say("terms")}
        </a>
      )}
      {privacy !== null && (
        <a href={privacy} target="_blank" rel="noopener">
          {say("privacy")}
        </a>
      )}
    </>
  );
}

/** The heading of a state. It gets the focus when the state appears, so that a screen reader announces it. */
export function StateHeading({ children, focus = true }: { children: string; focus?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = children;
    if (focus) heading.current?.focus();
  }, [children, focus]);
  return (
    <h1 ref={heading} tabIndex={-1} className="heading">
      {children}
    </h1>
  );
}

/** Words of the provider, marked as such. */
export function ProviderText({ text }: { text: string }) {
  const { say } = useSpeech();
  return (
    <p className="text">
      {say("providerSays")} <q dir="auto">{text}</q>
    </p>
  );
}

export function Spinner() {
  return <span className="spinner" aria-hidden="true" />;
}

export function OutcomeMark({ good }: { good: boolean }) {
  return (
    <svg className={good ? "mark good" : "mark bad"} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <circle cx="24" cy="24" r="22" />
      <path d={good ? "M14.5 24.5l6.5 6.5 12.5-13.5" : "M17 17l14 14M31 17l-14 14"} />
    </svg>
  );
}
