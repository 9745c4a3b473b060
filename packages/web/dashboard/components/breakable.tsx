import { Fragment } from "react";

/** An e-mail address or a dotted name, which breaks behind its signs and not within a word. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?<=[@._-])/).map((piece, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {piece}
    </Fragment>
  ));
}
