import { Skeleton, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getKeySettings, putKeySettings } from '#contract/company/userSettings/settings.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { useUser } from '#web/office/lib/session.ts';
import { Section } from '#web/office/ui/Section.tsx';

/** Switches single-key shortcuts off for users of dictation or a mouth stick. */
export function KeysSettings() {
  const params = { userId: useUser().id };
  const { data, error } = useQuery(queryOf(getKeySettings, { params }));
  const change = useAction(putKeySettings, {
    success: ({ data: { single_keys } }) => (single_keys ? 'Teclas activadas.' : 'Teclas desactivadas.'),
  });
  const kept = data?.data.single_keys;
  return (
    <Section
      title="Teclas"
      text="Una sola tecla aprueba (A), rechaza (R), pasa al siguiente (J) o al anterior (K), elige una fila (x) y busca (/)."
    >
      {error && !data && <Text role="alert">{sentence(error)}</Text>}
      {kept === undefined ? (
        !error && <Skeleton height={36} />
      ) : (
        <Switch
          label="Usar teclas sueltas"
          description="Las combinaciones con Ctrl, las flechas y Enter funcionan siempre."
          checked={change.isPending ? change.variables.body.single_keys : kept}
          disabled={change.isPending}
          onChange={({ currentTarget: { checked } }) =>
            change.mutate({ params, body: { single_keys: checked } })
          }
        />
      )}
    </Section>
  );
}
