import { TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";
import { readNumber } from "./read-number.ts";

type Props = Omit<TextInputProps, "value" | "onChange" | "defaultValue"> & {
  value?: number | string;
  onChange?: (value: number | "") => void;
};

const plain = new Intl.NumberFormat("en", { useGrouping: false, maximumFractionDigits: 20 });

function textOf(value: number | string | undefined): string {
  return typeof value === "number" ? plain.format(value) : (value ?? "");
}

/**
 * A field for a number. The typed text stays as it is and is never corrected into another number: 1,500 must not become
 * 1.5, nor 1500,75 become
 * 150075. Text that cannot be parsed is NaN to the form, which then cannot be sent.
 */
export function NumberField({ value, onChange, error, ...props }: Props) {
  const [text, setText] = useState(() => textOf(value));
  const read = readNumber(text);
  const shown = Object.is(read, value === "" || value === undefined ? "" : Number(value)) ? text : textOf(value);
  const isUnreadable = Number.isNaN(read) && shown === text;
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...props}
      {...(isUnreadable ? { "data-unreadable": true } : {})}
      error={isUnreadable ? "Write the number in digits, such as 1500 or 0.75" : error}
      value={shown}
      onChange={(event) => {
        setText(event.currentTarget.value);
        onChange?.(readNumber(event.currentTarget.value));
      }}
    />
  );
}
