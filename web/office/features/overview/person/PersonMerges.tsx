import { Stack, Text } from '@mantine/core';
import { undoMerge } from '#contract/overview/person/endpoints.ts';
import type { Person } from '#contract/overview/person/model.ts';
import { useAction } from '#web/office/lib/query.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { Section } from '#web/office/ui/Section.tsx';

/** Persons merged into this one; a merge can be undone. */
export function PersonMerges({ person }: { person: Person }) {
  const undo = useAction(undoMerge, {
    success: ({ success }) => success,
  });
  if (person.merges.length === 0) return null;
  const ask = async (id: number, name: string) => {
    const yes = await askConfirm({
      title: `¿Separar a ${name}?`,
      text: 'Vuelve a ser una persona aparte, con lo que tenía antes de la fusión.',
      confirm: 'Deshacer fusión',
    });
    if (yes) undo.mutate({ params: { id } });
  };
  return (
    <Section title="Fusiones">
      <Stack gap="sm">
        {person.merges.map((one) => (
          <div key={one.id}>
            <Text size="sm">
              <b>{one.merged.name}</b> ·{' '}
              {one.moved === 1 ? '1 registro movido' : `${one.moved} registros movidos`}
            </Text>
            <Text size="xs" c="dimmed" component="div" mb={4}>
              <DateText instant={one.at} /> · {one.by ?? 'Sistema'}
            </Text>
            {one.undo && (
              <>
                <ReasonedButton
                  size="compact-sm"
                  variant="default"
                  whyNot={one.undo.disabled}
                  loading={undo.isPending}
                  onClick={() => void ask(one.id, one.merged.name)}
                >
                  Deshacer
                </ReasonedButton>
                {one.undo.disabled && (
                  <Text size="xs" c="dimmed">
                    {one.undo.disabled}
                  </Text>
                )}
              </>
            )}
          </div>
        ))}
      </Stack>
    </Section>
  );
}
