import { Alert, Button, CopyButton, Image, Modal, Stack, Text, TextInput } from '@mantine/core';

interface Props {
  given: { enlace: string; qr?: string };
  name: string;
  onClose: () => void;
}

/** A link of a signer that is shown once: with its QR for a tablet, or to hand it over. */
export const GivenLink = ({ given, name, onClose }: Props) => (
  <Modal opened onClose={onClose} title={given.qr ? `Firma de ${name} en una tableta` : `Enlace de ${name}`}>
    <Stack gap="md">
      <Text size="sm">
        {given.qr
          ? 'Escanea el código con la tableta, o abre el enlace en ella. En la tableta no debe haber una sesión de la oficina. El código de 6 números le llega a quien firma, a su propio celular o correo.'
          : 'Entrégaselo solo a esta persona. Este enlace se muestra una vez.'}
      </Text>
      {given.qr && <Image src={given.qr} alt="Código QR del enlace" w={240} mx="auto" radius="md" />}
      <TextInput label="Enlace" value={given.enlace} readOnly onFocus={(event) => event.target.select()} />
      <CopyButton value={given.enlace}>
        {({ copied, copy }) => (
          <Button variant="light" onClick={copy}>
            {copied ? 'Copiado' : 'Copiar enlace'}
          </Button>
        )}
      </CopyButton>
      <Alert color="yellow" variant="light" title="El enlace anterior dejó de servir." />
    </Stack>
  </Modal>
);
