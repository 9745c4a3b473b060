import { Button, Menu } from "@mantine/core";
import { Icon } from "../frame/icons.tsx";

/** The columns that a table shows. The first one names the row and always stays. */
export function ColumnMenu({
  columns,
  hidden,
  onChange,
}: {
  columns: readonly string[];
  hidden: readonly string[];
  onChange: (hidden: readonly string[]) => void;
}) {
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <Button variant="default">Columns</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.slice(1).map((name) => {
          const isShown = !hidden.includes(name);
          return (
            <Menu.Item
              key={name}
              role="menuitemcheckbox"
              aria-checked={isShown}
              leftSection={
                isShown ? <Icon name="check" size={16} /> : <span style={{ display: "inline-block", width: 16 }} />
              }
              onClick={() => onChange(isShown ? [...hidden, name] : hidden.filter((one) => one !== name))}
            >
              {name}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
