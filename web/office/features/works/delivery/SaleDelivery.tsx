import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { showDay } from '#contract/dates.ts';
import { getSaleDelivery, type SaleDelivery as Delivery } from '#contract/works/delivery/endpoints.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ExtensionDrawer } from './ExtensionDrawer.tsx';
import { NoticeDrawer } from './NoticeDrawer.tsx';

const useDelivery = (saleId: number) => useQuery(queryOf(getSaleDelivery, { params: { id: saleId } }));

/** What was promised beside what the works will keep, in one line. */
export function DeliveryFact({ saleId }: { saleId: number }) {
  const delivery = useDelivery(saleId).data?.data;
  if (!delivery) return '…';
  const { promised_on, forecast, finished_on } = delivery;
  const promised = promised_on ? showDay(promised_on) : 'Sin fecha prometida';
  const works = finished_on
    ? 'obra terminada'
    : forecast
      ? `la obra termina cerca del ${showDay(forecast.to)}`
      : null;
  return works ? `${promised} · ${works}` : promised;
}

/** The works of a sale's house, its forecast, and what to do when it will be late. */
export function SaleDelivery({ saleId }: { saleId: number }) {
  const query = useDelivery(saleId);
  const telling = useDrawer('aviso');
  const extending = useDrawer('prorroga');
  if (query.error) throw query.error;
  const delivery = query.data?.data;
  if (!delivery) return <PendingPage />;
  if (!delivery.house)
    return <EmptyState title="Sin casa todavía" text="El lote de esta venta aún no tiene una casa." />;
  return (
    <Stack gap="md">
      <Late delivery={delivery} onTell={telling.open} onExtend={extending.open} />
      <Section title={delivery.house.name} text={`${Math.floor(delivery.percent)} % de la obra aprobado.`}>
        <Stack gap="xs" maw={520}>
          {delivery.phases.map(({ id, name, percent }) => (
            <Group key={id} gap="sm" wrap="nowrap">
              <Text size="sm" w={200}>
                {name}
              </Text>
              <Progress value={percent} flex={1} aria-hidden />
              <Text size="sm" w={48} ta="right">
                {percent} %
              </Text>
            </Group>
          ))}
        </Stack>
      </Section>
      <Section title="Entrega">
        <Stack gap={4}>
          <Text size="sm" component="div">
            Prometida:{' '}
            {delivery.promised_on ? <DateText day={delivery.promised_on} /> : 'sin promesa firmada'}
          </Text>
          <Ending delivery={delivery} />
          {delivery.addendum && (
            <Text size="sm" component="div">
              Prórroga en camino:{' '}
              <PageLink
                to="/oficina/adendas/$id"
                params={{ id: delivery.addendum.id }}
                size="sm"
                underline="always"
              >
                {delivery.addendum.code}
              </PageLink>
              . La fecha cambia cuando la firmen todas las partes.
            </Text>
          )}
        </Stack>
      </Section>
      {telling.opened && delivery.notice && (
        <NoticeDrawer saleId={saleId} draft={delivery.notice} onClose={telling.close} />
      )}
      {extending.opened && delivery.extension && (
        <ExtensionDrawer saleId={saleId} proposed={delivery.extension} onClose={extending.close} />
      )}
    </Stack>
  );
}

function Ending({ delivery: { finished_on, forecast } }: { delivery: Delivery }) {
  if (finished_on)
    return (
      <Text size="sm" component="div">
        La obra terminó el <DateText day={finished_on} />.
      </Text>
    );
  if (!forecast)
    return <Text size="sm">Sin pronóstico: falta el plan de acción del modelo o su contrato de obra.</Text>;
  return (
    <>
      <Text size="sm" component="div">
        Pronóstico: entre el <DateText day={forecast.from} /> y el <DateText day={forecast.to} />
      </Text>
      <Text size="sm" c="dimmed" component="div">
        {forecast.houses > 0
          ? `Por el ritmo real de ${forecast.houses} ${forecast.houses === 1 ? 'casa terminada' : 'casas terminadas'}.`
          : 'Todavía no hay casas terminadas de donde tomar el ritmo.'}{' '}
        Según el cronograma, el <DateText day={forecast.plan} />.
      </Text>
    </>
  );
}

interface LateProps {
  delivery: Delivery;
  onTell: () => void;
  onExtend: () => void;
}

/** That the house will be late, and the two drafts; nothing here moves the promised day. */
function Late({ delivery, onTell, onExtend }: LateProps) {
  const navigate = useNavigate();
  const { forecast, promised_on, warning, told_at } = delivery;
  if (!forecast || !promised_on || forecast.to <= promised_on) return null;
  return (
    <Alert color="yellow" variant="light" title="La obra pasa de la fecha prometida">
      <Stack gap="sm" align="flex-start">
        <Text size="sm" component="div">
          {warning === 0
            ? 'El día prometido ya pasó.'
            : warning !== null && `Es el aviso de ${warning} días.`}{' '}
          La fecha del contrato sigue valiendo: solo la cambia una adenda firmada por todas las partes.
          {told_at && (
            <>
              {' '}
              Al cliente se le avisó el <DateText instant={told_at} dayOnly />.
            </>
          )}
        </Text>
        <Group gap="sm">
          {delivery.notice && (
            <Button size="compact-sm" variant={told_at ? 'default' : 'filled'} onClick={onTell}>
              {told_at ? 'Ver el aviso' : 'Avisar al cliente'}
            </Button>
          )}
          {delivery.extension && (
            <Button size="compact-sm" variant="default" onClick={onExtend}>
              Preparar la adenda
            </Button>
          )}
          {delivery.addendum && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() =>
                void navigate({ to: '/oficina/adendas/$id', params: { id: delivery.addendum!.id } })
              }
            >
              Ver la adenda
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}
