import { Alert, Button, CopyButton, Modal, Stack, Text } from "@mantine/core";
import { Icon } from "../frame/icons.tsx";
import { CodeBlock } from "./copyable.tsx";

/** A secret that is shown once: the dialog closes only after the person confirms that it was stored. */
export function SecretOnce({
  secret,
  title,
  what,
  children,
  onClose,
}: {
  secret: string | null;
  title: string;
  what: string;
  children?: React.ReactNode;
  onClose: () => void;
}) {
  return (
    <Modal
      opened={secret !== null}
      onClose={onClose}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Alert color="yellow" icon={<Icon name="alert" />} title={`Keep the ${what} now`}>
          This is shown only once. Store it where your service can read it, never in a web page or an app.
        </Alert>
        <CodeBlock code={secret ?? ""} what={what} />
        {children !== undefined && (
          <Text size="sm" component="div">
            {children}
          </Text>
        )}
        <CopyButton value={secret ?? ""}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={<Icon name={copied ? "check" : "copy"} size={16} />}
              onClick={copy}
              data-autofocus
            >
              {copied ? "Copied" : `Copy the ${what}`}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onClose}>I have stored it</Button>
      </Stack>
    </Modal>
  );
}
