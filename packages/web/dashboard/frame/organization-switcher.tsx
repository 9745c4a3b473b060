import { Menu, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useNavigate } from "@tanstack/react-router";
import { messageOf } from "../api/client.ts";
import { useSession, useSwitchOrganization } from "../session/session.ts";
import { Icon } from "./icons.tsx";
import classes from "./organization-switcher.module.css";

const ROLE_NAMES = { "org-admin": "Administrator", "org-member": "Member", "org-viewer": "Viewer" } as const;

/** Everything on the screen belongs to this organization; switching starts again from the overview. */
export function OrganizationSwitcher() {
  const session = useSession();
  const navigate = useNavigate();
  const switchTo = useSwitchOrganization();
  const current = session.organization;
  const title = current?.name ?? "All organizations";
  const subtitle =
    current?.role != null
      ? ROLE_NAMES[current.role]
      : session.user.platform_role === "admin"
        ? "Platform administrator"
        : session.user.platform_role === "staff"
          ? "Platform staff"
          : "No organization";

  const choose = (orgId: string) => {
    switchTo.mutate(orgId, {
      onSuccess: () => void navigate({ to: "/" }),
      onError: (error) => notifications.show({ color: "red", title: "Could not switch", message: messageOf(error) }),
    });
  };

  const label = (
    <span className={classes.current}>
      <span className={classes.initial} aria-hidden="true">
        {title.slice(0, 1).toUpperCase()}
      </span>
      <span className={classes.names}>
        <span className={classes.name} title={title}>
          {title}
        </span>
        <Text component="span" size="xs" c="dimmed">
          {subtitle}
        </Text>
      </span>
    </span>
  );

  if (session.memberships.length < 2) return <div className={classes.box}>{label}</div>;
  return (
    <Menu width="target" position="bottom-start">
      <Menu.Target>
        <UnstyledButton className={classes.box} data-button>
          <VisuallyHidden>Switch organization, now </VisuallyHidden>
          {label}
          <Icon name="chevron" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Switch organization</Menu.Label>
        <div className={classes.choices}>
          {session.memberships.map((membership) => (
            <Menu.Item
              key={membership.org_id}
              onClick={() => choose(membership.org_id)}
              disabled={membership.org_id === current?.org_id}
              rightSection={membership.org_id === current?.org_id ? <Icon name="check" size={16} /> : null}
            >
              {membership.name}
            </Menu.Item>
          ))}
        </div>
      </Menu.Dropdown>
    </Menu>
  );
}
