import { Button, CopyButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconBrandWhatsapp, IconCopy } from '@tabler/icons-react';

/** The new link. It is shown only once, to send by hand if there is no mail. */
export function SentDialog({
  sent,
  onClose,
}: {
  sent: { url: string; whatsapp: string | null; success: string };
  onClose: () => void;
}) {
  return (
    <Modal opened onClose={onClose} title="Proforma enviada">
      <Stack gap="md">
        <Text size="sm">{sent.success} El enlace se muestra solo ahora; después se envía otro.</Text>
        <TextInput label="Enlace para el cliente" readOnly value={sent.url} />
        <Group gap="xs">
          <CopyButton value={sent.url}>
            {({ copied, copy }) => (
              <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={copy}>
                {copied ? 'Copiado' : 'Copiar enlace'}
              </Button>
            )}
          </CopyButton>
          {sent.whatsapp && (
            <Button
              component="a"
              href={sent.whatsapp}
              target="_blank"
              rel="noopener noreferrer"
              leftSection={<IconBrandWhatsapp size={16} aria-hidden />}
            >
              Enviar por WhatsApp
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
