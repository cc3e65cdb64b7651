import { Alert, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { giveNumber, undoNumber, whatsappOfRoom } from '#contract/care/whatsapp/endpoints.ts';
import { showPhone } from '#contract/phone.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';

/** Whose WhatsApp numbers these are: a shared one asks who writes, a given one can be taken back. */
export function WhoWrites({ sid, onMoved }: { sid: string; onMoved: (sid: string) => void }) {
  const { data } = useQuery(queryOf(whatsappOfRoom, { params: { sid } }));
  const give = useAction(giveNumber, { success: 'Sus mensajes están ahora en esa conversación.' });
  const undo = useAction(undoNumber, { success: 'Se deshizo.' });
  const whatsapp = data?.data;
  if (!whatsapp || whatsapp.numbers.length === 0) return null;
  const then = { onSuccess: ({ data: { sid: to } }: { data: { sid: string } }) => onMoved(to) };
  return (
    <Stack gap="xs" component="section" aria-label="Números de WhatsApp">
      {whatsapp.numbers.map(({ id, phone, shared, previous, version }) => (
        <Stack gap={4} key={id}>
          <Text size="sm">WhatsApp {phone ? showPhone(phone) : 'sin número: usa un nombre de usuario'}</Text>
          {shared && (
            <Alert color="yellow" variant="light" title="¿Quién escribe desde este número?">
              Varias personas lo dieron. Pregunta quién es antes de decir algo de una compra.
            </Alert>
          )}
          {(shared || whatsapp.candidates.length > 0) &&
            whatsapp.candidates.map((one) => (
              <Button
                key={one.id}
                size="compact-sm"
                variant="default"
                justify="flex-start"
                loading={give.isPending}
                onClick={() => give.mutate({ params: { id }, body: { version, persona_id: one.id } }, then)}
              >
                Es {one.name}
                {one.detail && ` · ${one.detail}`}
              </Button>
            ))}
          {shared && (
            <Button
              size="compact-sm"
              variant="default"
              justify="flex-start"
              loading={give.isPending}
              onClick={() => give.mutate({ params: { id }, body: { version, persona_id: null } }, then)}
            >
              Es otra persona
            </Button>
          )}
          {previous && (
            <Button
              size="compact-sm"
              variant="default"
              justify="flex-start"
              loading={undo.isPending}
              onClick={() => undo.mutate({ params: { id }, body: { version } }, then)}
            >
              No es ella: devolver a {previous.name}
            </Button>
          )}
        </Stack>
      ))}
      <Text size="xs" c="dimmed">
        El número dice de qué teléfono llega, no quién lo tiene en la mano.
      </Text>
    </Stack>
  );
}
