import { AppShell, Box, Burger, Group, NavLink, ScrollArea, Text, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link, Outlet, useLocation, useMatches } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { NotAllowed } from "../components/not-allowed.tsx";
import { isAllowed } from "../session/may.ts";
import { type Session, useSession } from "../session/session.ts";
import { StepUpDialog } from "../session/step-up.tsx";
import classes from "./frame.module.css";
import { EnvironmentBadge } from "./environment-badge.tsx";
import { FeatureOffPage, isSwitchedOff } from "./feature-off-page.tsx";
import { FindAnything } from "./find-anything.tsx";
import { Icon } from "./icons.tsx";
import { Logo } from "./logo.tsx";
import { NAVIGATION, type NavigationItem } from "./navigation.ts";
import { NotificationBell } from "./notification-bell.tsx";
import { OneOrganizationPage } from "./one-organization-page.tsx";
import { OrganizationSwitcher } from "./organization-switcher.tsx";
import { StopsBanner } from "./stops-banner.tsx";
import { UserMenu } from "./user-menu.tsx";
import { WaitingCount } from "./waiting-count.tsx";

const NAVBAR_WIDTH = 252;
const HEADER_HEIGHT = 56;

function isVisible(session: Session, item: NavigationItem): boolean {
  if (item.platformOnly === true && session.user.platform_role === null) return false;
  if (item.organizationOnly === true && session.organization === null) return false;
  return isAllowed(session, item.needs) || isSwitchedOff(session, item);
}

function isAt(pathname: string, { to }: NavigationItem): boolean {
  return to === "/" ? pathname === "/" : `${pathname}/`.startsWith(`${to}/`);
}

export function Frame({ children }: { children?: ReactNode }) {
  const session = useSession();
  const [opened, { toggle, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  // The menu hides pages that the person cannot use, but their address can be typed or bookmarked. The shown page
  // decides, because the address changes before the page does.
  const shownPath = useMatches({ select: (matches) => matches.at(-1)?.fullPath });
  const withoutOrganization =
    session.organization === null
      ? NAVIGATION.flatMap(({ items }) => items).find((item) => item.organizationOnly === true && item.to === shownPath)
      : undefined;

  const pages = NAVIGATION.flatMap(({ items }) => items);
  const switchedOff = pages.find(
    (item) => item.to !== "/" && `${shownPath}/`.startsWith(`${item.to}/`) && isSwitchedOff(session, item),
  );

  const forbidden = pages.find(
    (item) =>
      item.to !== "/" &&
      `${shownPath}/`.startsWith(`${item.to}/`) &&
      !isVisible(session, { ...item, organizationOnly: undefined }),
  );

  const place = NAVIGATION.find(({ items }) => items.some((item) => isAt(pathname, item)))?.label;
  const [unfolded, setUnfolded] = useState<string | null>(null);
  useEffect(() => setUnfolded(place ?? null), [place]);

  // After a navigation the focus is at the top of the new page, not in the menu.
  const firstRender = useRef(true);
  useEffect(() => {
    close();
    if (firstRender.current) firstRender.current = false;
    else main.current?.focus({ preventScroll: true });
  }, [pathname, close]);

  return (
    <AppShell
      header={{ height: HEADER_HEIGHT, collapsed: false }}
      navbar={{ width: NAVBAR_WIDTH, breakpoint: "md", collapsed: { mobile: !opened } }}
      layout="alt"
      padding={0}
      className={classes.shell}
    >
      <StepUpDialog />
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <AppShell.Header className={classes.header}>
        <Group h="100%" px="md" gap="sm" wrap="nowrap" justify="space-between">
          <Group gap="sm" wrap="nowrap" hiddenFrom="md">
            <Burger
              opened={opened}
              onClick={toggle}
              size="sm"
              aria-label={opened ? "Close navigation" : "Open navigation"}
              aria-expanded={opened}
              aria-controls="navigation"
            />
            <Logo />
          </Group>
          <Group gap="xs" wrap="nowrap" ml="auto">
            <Box visibleFrom="sm" hiddenFrom="md">
              <EnvironmentBadge />
            </Box>
            <FindAnything />
            <NotificationBell />
            <UserMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar id="navigation" className={classes.navbar} aria-label="Main">
        <AppShell.Section className={classes.brand}>
          <Logo />
          <EnvironmentBadge />
          <Burger hiddenFrom="md" opened={opened} onClick={toggle} size="sm" aria-label="Close navigation" />
        </AppShell.Section>
        <AppShell.Section px="sm" pb="xs">
          <OrganizationSwitcher />
        </AppShell.Section>
        <AppShell.Section grow component={ScrollArea} px="sm" type="hover">
          {NAVIGATION.map((section, index) => {
            const items = section.items.filter((item) => item.isLinked !== true && isVisible(session, item));
            if (items.length === 0) return null;
            const isOpen = index === 0 || section.label === unfolded;
            return (
              <Box key={section.label} role="group" mb={4} aria-label={section.label}>
                {index === 0 ? (
                  <Text className={classes.sectionLabel} aria-hidden="true">
                    {section.label}
                  </Text>
                ) : (
                  <UnstyledButton
                    className={classes.sectionLabel}
                    aria-expanded={isOpen}
                    onClick={() => setUnfolded(isOpen ? null : section.label)}
                  >
                    {section.label}
                    <Icon name="chevron" size={14} />
                  </UnstyledButton>
                )}
                {(isOpen ? items : []).map((item) => {
                  const active = isAt(pathname, item);
                  return (
                    <NavLink
                      key={item.to}
                      component={Link}
                      to={item.to}
                      label={item.label}
                      leftSection={<Icon name={item.icon} />}
                      {...(item.counts === undefined ? {} : { rightSection: <WaitingCount /> })}
                      {...(isSwitchedOff(session, item) ? { rightSection: <Text size="xs">off</Text> } : {})}
                      active={active}
                      aria-current={active ? "page" : undefined}
                      className={classes.link}
                    />
                  );
                })}
              </Box>
            );
          })}
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <StopsBanner />
        {children ?? (
          <Content withoutOrganization={withoutOrganization} switchedOff={switchedOff} forbidden={forbidden} />
        )}
      </AppShell.Main>
      {opened && (
        <UnstyledButton
          className={classes.scrim}
          onClick={close}
          aria-label="Close navigation"
          hiddenFrom="md"
          tabIndex={-1}
        />
      )}
    </AppShell>
  );
}

function Content({
  withoutOrganization,
  switchedOff,
  forbidden,
}: Record<"withoutOrganization" | "switchedOff" | "forbidden", NavigationItem | undefined>) {
  if (withoutOrganization !== undefined) return <OneOrganizationPage title={withoutOrganization.label} />;
  if (switchedOff !== undefined) return <FeatureOffPage item={switchedOff} />;
  if (forbidden === undefined) return <Outlet />;
  return <NotAllowed title={forbidden.label} what="see this page" ofPlatform={forbidden.platformOnly === true} />;
}
