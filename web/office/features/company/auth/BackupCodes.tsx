import { Button, Code, CopyButton, Group, Modal, SimpleGrid, Stack, Text } from '@mantine/core';

interface BackupCodesProps {
  /** null: nothing to show. */
  codes: string[] | null;
  onDone: () => void;
}

/** Shows the backup codes, which are visible only once. It closes only with its button. */
export function BackupCodes({ codes, onDone }: BackupCodesProps) {
  const text = codes?.join('\n') ?? '';
  return (
    <Modal
      opened={codes !== null}
      onClose={onDone}
      title="Guarda tus códigos de respaldo"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="sm">
        <Text size="sm">
          Cada uno sirve una vez para ingresar si no tienes tu teléfono. No se vuelven a mostrar: cópialos o
          imprímelos ahora.
        </Text>
        <SimpleGrid cols={2} spacing="xs">
          {codes?.map((code) => (
            <Code key={code} ta="center" fz="md" p={6}>
              {code}
            </Code>
          ))}
        </SimpleGrid>
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <CopyButton value={text}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? 'Copiados' : 'Copiar'}
                </Button>
              )}
            </CopyButton>
            <Button variant="default" onClick={() => window.print()}>
              Imprimir
            </Button>
          </Group>
          <Button onClick={onDone}>Ya los guardé</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
