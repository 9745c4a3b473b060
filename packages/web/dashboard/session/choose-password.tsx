import { PasswordInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";

export const MIN_PASSWORD_LENGTH = 10;

export type ChosenPassword = { password: string; repeated: string };

export const passwordRules = {
  password: (value: string) =>
    value.length < MIN_PASSWORD_LENGTH ? `At least ${MIN_PASSWORD_LENGTH} characters` : null,
  repeated: (value: string, values: ChosenPassword) =>
    value === values.password ? null : "The two passwords do not match",
};

export function ChoosePasswordFields<T extends ChosenPassword>({ form }: { form: UseFormReturnType<T> }) {
  return (
    <>
      <PasswordInput
        label="New password"
        description={`At least ${MIN_PASSWORD_LENGTH} characters`}
        autoComplete="new-password"
        required
        withAsterisk={false}
        visibilityToggleButtonProps={{ "aria-label": "Show password" }}
        key={form.key("password")}
        {...form.getInputProps("password")}
      />
      <PasswordInput
        label="Repeat it"
        autoComplete="new-password"
        required
        withAsterisk={false}
        visibilityToggleButtonProps={{ "aria-label": "Show repeated password" }}
        key={form.key("repeated")}
        {...form.getInputProps("repeated")}
      />
    </>
  );
}
