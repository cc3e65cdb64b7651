import { Text } from '@mantine/core';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { Section } from '#web/office/ui/Section.tsx';

/** For roles without a screen for their work yet: what they can do today. */
export const NothingYet = () => (
  <Section title="Qué se puede hacer hoy">
    <Text size="sm">
      Por ahora no hay nada que espere por ti en el sistema. En{' '}
      <PageLink to="/oficina/perfil" underline="always">
        tu perfil
      </PageLink>{' '}
      ves qué puedes hacer, cambias la contraseña, activas el segundo paso y ves dónde tienes sesiones
      abiertas.
    </Text>
  </Section>
);
