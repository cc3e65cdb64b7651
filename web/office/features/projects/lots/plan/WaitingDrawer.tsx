import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Tone } from '#web/design/tokens.ts';
import { addWaiting, listWaiting, removeWaiting, WaitingForm } from '#contract/sales/waitlist/waitlist.ts';
import { WAIT_STATES, type WaitState } from '#contract/sales/waitlist/waitStates.ts';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { askReason } from '#web/office/ui/ask.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { CheckField, TextField } from '#web/office/ui/form/fields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { RecordDrawer } from '#web/office/ui/RecordDrawer.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';

const TONES: Record<WaitState, Tone> = {
  espera: 'progress',
  ofrecido: 'attention',
  tomado: 'positive',
  vencido: 'neutral',
  salio: 'neutral',
};

/** A lot's waitlist in order of arrival, with a form to add a person. */
export function WaitingDrawer({ lot, onClose }: { lot: { id: number; lote: string }; onClose: () => void }) {
  const mayAdd = useCan('ventas.crear');
  const mayRemove = useCan('ventas.editar');
  const { data } = useQuery(queryOf(listWaiting, { params: { id: lot.id } }));
  const remove = useAction(removeWaiting, { success: ({ success }) => success });
  const form = useRecordForm({
    schema: WaitingForm,
    initial: {},
    send: (body, as) => call(addWaiting, { params: { id: lot.id }, body }, as),
    success: ({ success }) => success,
    onDone: () => form.clear(),
  });

  async function takeOut(id: number, name: string) {
    const motivo = await askReason({
      title: `Sacar a ${name} de la lista`,
      text: 'Si tenía el lote ofrecido, pasa al siguiente.',
      label: 'Motivo',
      required: true,
      confirm: 'Sacar de la lista',
    });
    if (motivo) remove.mutate({ params: { id }, body: { motivo } });
  }

  return (
    <RecordDrawer title={`Lista de espera · Lote ${lot.lote}`} onClose={onClose} record={lot}>
      <Text size="sm" c="dimmed">
        Cuando el lote queda libre se le ofrece solo al primero, con un tiempo para decidir; después, al
        siguiente.
      </Text>
      {data?.data.length === 0 && <Text size="sm">Nadie espera este lote.</Text>}
      <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {data?.data.map((one) => (
          <Group key={one.id} component="li" justify="space-between" align="flex-start" wrap="nowrap">
            <div>
              <Text size="sm" fw={600}>
                {one.puesto !== null && <span className="figures">{one.puesto}. </span>}
                {one.nombre}
              </Text>
              <Text size="xs" c="dimmed">
                <span className="figures">{one.celular}</span> · desde <DateText instant={one.desde} />
                {one.asesor && ` · ${one.asesor}`}
              </Text>
              <Group gap="xs" mt={4}>
                <StatePill tone={TONES[one.estado]} label={WAIT_STATES[one.estado]} />
                {one.hasta && (
                  <Text size="xs">
                    hasta <DateText instant={one.hasta} />
                  </Text>
                )}
                {one.venta && (
                  <PageLink to="/oficina/ventas/$id" params={{ id: one.venta.id }} underline="always">
                    {saleName(one.venta)}
                  </PageLink>
                )}
              </Group>
            </div>
            {mayRemove && (one.estado === 'espera' || one.estado === 'ofrecido') && (
              <Button
                size="xs"
                variant="subtle"
                aria-label={`Sacar a ${one.nombre} de la lista`}
                onClick={() => void takeOut(one.id, one.nombre)}
              >
                Sacar
              </Button>
            )}
          </Group>
        ))}
      </Stack>
      {mayAdd && (
        <RecordForm {...form.frame} submitLabel="Anotar en la lista">
          <Title order={3} size="h5">
            Anotar a una persona
          </Title>
          <TextField of={form} name="nombre" label="Nombre" required maxLength={120} />
          <TextField of={form} name="celular" label="Celular" required type="tel" />
          <TextField of={form} name="email" label="Correo" type="email" />
          <CheckField
            of={form}
            name="consentimiento"
            label="La persona dio permiso para guardar sus datos con este fin"
          />
        </RecordForm>
      )}
    </RecordDrawer>
  );
}
