import { Alert, Button, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listTemplates, sendTemplate } from '#contract/care/whatsapp/endpoints.ts';
import type { Message } from '#contract/care/chat/model.ts';
import { PLACEHOLDERS } from '#contract/care/whatsapp/model.ts';
import { newKey } from '#web/office/lib/call.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';

interface TemplatePickerProps {
  sid: string;
  /** The 24 hours are over: nothing else can be sent. */
  closed: boolean;
  typed: () => string;
  onSent: (message: Message) => void;
  onClose: (() => void) | null;
}

/** Chooses an approved template, the one meant for this first, and sends it. */
export function TemplatePicker({ sid, closed, typed, onSent, onClose }: TemplatePickerProps) {
  const { data } = useQuery(queryOf(listTemplates));
  const usable = (data?.data ?? []).filter(
    ({ status, hindrance }) => status === 'APPROVED' && hindrance === null,
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const [text, setText] = useState(() => typed().slice(0, 600));
  const [clientId] = useState(newKey);
  const send = useAction(sendTemplate);
  const template = usable.find(({ id }) => String(id) === chosen) ?? usable[0];
  const asks = template?.placeholders.includes('texto') ?? false;
  return (
    <Stack gap="xs" component="section" aria-label="Plantilla de WhatsApp">
      {closed && (
        <Alert color="yellow" variant="light" title="Pasaron 24 horas desde su último mensaje">
          WhatsApp solo deja enviar una plantilla. Cuando responda, puedes escribir otra vez.
        </Alert>
      )}
      {data && !template ? (
        <Text size="sm">No hay plantillas aprobadas. Créalas en WhatsApp Manager y vuelve aquí.</Text>
      ) : (
        <>
          <Select
            label="Plantilla"
            data={usable.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={template ? String(template.id) : null}
            onChange={setChosen}
            allowDeselect={false}
          />
          {template && (
            <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-wrap' }}>
              {template.body.replace(
                /\{\{(\d+)\}\}/g,
                (_, n: string) => `[${PLACEHOLDERS[template.placeholders[Number(n) - 1] ?? 'texto']}]`,
              )}
            </Text>
          )}
          {asks && (
            <Textarea
              label={PLACEHOLDERS.texto}
              value={text}
              maxLength={600}
              autosize
              maxRows={4}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
          <Group gap="xs">
            <Button
              size="compact-sm"
              loading={send.isPending}
              disabled={!template || (asks && !text.trim())}
              onClick={() =>
                send.mutate(
                  {
                    params: { sid },
                    body: { plantilla_id: template!.id, texto: asks ? text : '', client_id: clientId },
                  },
                  { onSuccess: ({ data: message }) => onSent(message) },
                )
              }
            >
              Enviar plantilla
            </Button>
            {onClose && (
              <Button size="compact-sm" variant="default" onClick={onClose}>
                Cancelar
              </Button>
            )}
          </Group>
        </>
      )}
    </Stack>
  );
}
