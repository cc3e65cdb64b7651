import { Accordion, Button, Group, Text } from '@mantine/core';
import { changeTemplate, type Template } from '#contract/company/templates/endpoints.ts';
import { useAction } from '#web/office/lib/query.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Section } from '#web/office/ui/Section.tsx';

/** Versions, newest first; an old one can be restored. */
export function TemplateHistory({ template, edits }: { template: Template; edits: boolean }) {
  const save = useAction(changeTemplate, {
    success: 'Esa versión vale otra vez.',
  });
  if (template.history.length === 0) return null;
  return (
    <div style={{ marginTop: 16 }}>
      <Section title="Versiones">
        <Accordion variant="contained">
          {template.history.map((one, at) => (
            <Accordion.Item key={one.version} value={String(one.version)}>
              <Accordion.Control>
                <Group gap="xs">
                  <Text size="sm" fw={600}>
                    Versión {one.version}
                    {at === 0 && ' (vale ahora)'}
                    {one.standard && ' · la original'}
                  </Text>
                  <Text size="xs" c="dimmed" component="span">
                    <DateText instant={one.at} /> {one.by && `por ${one.by}`}
                  </Text>
                </Group>
              </Accordion.Control>
              <Accordion.Panel>
                <Text size="sm" fw={600}>
                  {one.subject}
                </Text>
                <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                  {one.body}
                </Text>
                {edits && at > 0 && !one.standard && (
                  <Button
                    mt="sm"
                    variant="default"
                    loading={save.isPending}
                    onClick={() =>
                      save.mutate({
                        params: { kind: template.kind },
                        body: { subject: one.subject, body: one.body, version: template.version },
                      })
                    }
                  >
                    Usar esta versión
                  </Button>
                )}
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      </Section>
    </div>
  );
}
