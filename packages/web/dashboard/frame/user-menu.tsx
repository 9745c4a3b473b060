import { Menu, Text, UnstyledButton, useMantineColorScheme, VisuallyHidden } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useSession, useSignOut } from "../session/session.ts";
import { Icon, type IconName } from "./icons.tsx";
import classes from "./user-menu.module.css";

const SCHEMES: { value: "light" | "dark" | "auto"; label: string; icon: IconName }[] = [
  { value: "light", label: "Light", icon: "sun" },
  { value: "dark", label: "Dark", icon: "moon" },
  { value: "auto", label: "As the system", icon: "auto" },
];

export function UserMenu() {
  const { user } = useSession();
  const signOut = useSignOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = user.name === "" ? user.email : user.name;
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <UnstyledButton className={classes.target}>
          <VisuallyHidden>Account of {name}</VisuallyHidden>
          <span className={classes.avatar} aria-hidden="true">
            {initialsOf(name)}
          </span>
          <Text component="span" size="sm" fw={500} visibleFrom="sm" className={classes.name} aria-hidden="true">
            {name}
          </Text>
          <Icon name="chevron" size={16} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          Signed in as <span className={classes.email}>{user.email}</span>
        </Menu.Label>
        <Menu.Divider />
        <Menu.RadioGroup
          aria-label="Colours"
          value={colorScheme}
          onChange={(value) => setColorScheme(value as (typeof SCHEMES)[number]["value"])}
        >
          {SCHEMES.map((scheme) => (
            <Menu.RadioItem
              key={scheme.value}
              value={scheme.value}
              rightSection={<Icon name={scheme.icon} size={16} />}
            >
              {scheme.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item component={Link} to="/account" leftSection={<Icon name="settings" size={16} />}>
          Your account
        </Menu.Item>
        <Menu.Item component="a" href="/notices.txt" target="_blank">
          Licenses
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="signOut" size={16} />} onClick={() => signOut.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/[\s@.]+/).filter((word) => word !== "");
  return words
    .slice(0, 2)
    .map((word) => word[0]!.toUpperCase())
    .join("");
}
