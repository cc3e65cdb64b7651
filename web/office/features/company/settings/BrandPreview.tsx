import { Group, Stack, Text } from '@mantine/core';
import { contrast, tintsOf } from '#contract/company/settings/brand.ts';
import styles from './settings.module.css';

/** Previews the colour, light and dark: a button, a link and their contrast. */
export function BrandPreview({ color }: { color: string | null }) {
  const { scale, darkWash } = tintsOf(color);
  const schemes = [
    {
      name: 'Claro',
      ground: '#ffffff',
      text: '#1a201e',
      action: scale[8]!,
      link: scale[7]!,
      wash: scale[0]!,
    },
    {
      name: 'Oscuro',
      ground: '#1d2321',
      text: '#e4e9e7',
      action: scale[6]!,
      link: scale[3]!,
      wash: darkWash,
    },
  ];
  return (
    <Stack gap="xs">
      <Group gap="sm" align="stretch">
        {schemes.map(({ name, ground, text, action, link, wash }) => {
          const button = contrast('#ffffff', action);
          const linked = contrast(link, ground);
          return (
            <div key={name} className={styles.scheme} style={{ background: ground, color: text }}>
              <Text size="xs">{name}</Text>
              <span className={styles.button} style={{ background: action }}>
                Comprar
              </span>
              <span style={{ color: link, background: wash }} className={styles.link}>
                Ver el proyecto
              </span>
              <Text size="xs" className="figures">
                Contraste {button.toFixed(1)} y {linked.toFixed(1)}
              </Text>
            </div>
          );
        })}
      </Group>
      <Text size="sm" c="dimmed">
        De tu color se derivan los tonos con los que el texto siempre se lee: al menos 4.5, como pide WCAG AA.
      </Text>
    </Stack>
  );
}
