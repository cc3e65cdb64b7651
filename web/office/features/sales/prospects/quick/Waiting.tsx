import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { showPhone } from '#web/office/lib/format.ts';
import { normalizePhone } from '#contract/phone.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';
import type { Entry } from './queue.ts';
import type { QuickAdd } from './useQuickAdd.ts';

/** What waits to be sent, and what came back with a question. */
export function Waiting({ quick, onCorrect }: { quick: QuickAdd; onCorrect: (entry: Entry) => void }) {
  const { entries } = quick;
  if (entries.length === 0) return null;
  const drop = async (entry: Entry) => {
    const yes = await askConfirm({
      title: `¿Descartar a ${entry.body.nombre}?`,
      text: 'No se envía, y no se puede recuperar.',
      confirm: 'Descartar',
      danger: true,
    });
    if (yes) await quick.drop(entry);
  };
  return (
    <section aria-label="Por enviar">
      <Title order={2} size="h4" mb="xs">
        Por enviar ({entries.length})
      </Title>
      <Stack gap="xs">
        {entries.map((entry) => {
          const phone = normalizePhone(entry.body.celular);
          const [known] = entry.fault?.known ?? [];
          return (
            <Paper key={entry.key} withBorder p="sm">
              <Group justify="space-between" wrap="nowrap" align="flex-start">
                <div>
                  <Text fw={600}>{entry.body.nombre}</Text>
                  <Text size="sm" c="dimmed" className="figures">
                    {phone ? showPhone(phone) : entry.body.celular}
                  </Text>
                </div>
                <Badge variant="light" color={entry.fault ? 'red' : 'gray'}>
                  {entry.fault ? 'Revisar' : 'Por enviar'}
                </Badge>
              </Group>
              {entry.fault && (
                <>
                  <Text size="sm" c="var(--danger)" mt={6} role="alert">
                    {entry.fault.message}
                  </Text>
                  <Group gap="xs" mt="xs">
                    {entry.fault.code === 'PERSON_EXISTS' && known?.person && (
                      <Button
                        size="sm"
                        onClick={() => void quick.answer(entry, { persona_id: known.person!.id })}
                      >
                        Es {known.person.name}
                      </Button>
                    )}
                    {entry.fault.code === 'PERSON_EXISTS' && (
                      <Button
                        size="sm"
                        variant="default"
                        onClick={() => void quick.answer(entry, { otra_persona: true })}
                      >
                        Es otra persona
                      </Button>
                    )}
                    <Button size="sm" variant="default" onClick={() => onCorrect(entry)}>
                      Corregir
                    </Button>
                    <Button size="sm" variant="subtle" color="red" onClick={() => void drop(entry)}>
                      Descartar
                    </Button>
                  </Group>
                </>
              )}
            </Paper>
          );
        })}
      </Stack>
    </section>
  );
}
