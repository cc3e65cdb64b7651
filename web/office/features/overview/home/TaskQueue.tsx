import { Alert, Button, Chip, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useState } from 'react';
import { addDays, daysBetween, panamaTime, showDay } from '#contract/dates.ts';
import { TASK_KINDS, type Task, type TaskKind } from '#contract/overview/home/tasks.ts';
import { recordUrl } from '#contract/company/comments/recordUrl.ts';
import { useFinishTask } from '#web/office/features/company/tasks/useFinishTask.ts';
import { SurveyDrawer } from '#web/office/features/care/survey/SurveyDrawer.tsx';
import { AppointmentDrawer } from '#web/office/features/sales/appointments/AppointmentDrawer.tsx';
import { ContactDrawer } from '#web/office/features/sales/prospects/ContactDrawer.tsx';
import { PaymentDrawer } from '#web/office/features/money/verification/PaymentDrawer.tsx';
import { sentence } from '#web/office/lib/refusal.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink, type PageTarget } from '#web/office/ui/PageLink.tsx';
import { PhoneLinks } from '#web/office/ui/PhoneLinks.tsx';
import { besideOf } from '#web/office/ui/RecordDrawer.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import styles from './home.module.css';
import { tasksQuery } from './homeQueries.ts';

/** The page of a task's record. */
const PAGES: Record<Exclude<TaskKind, 'tarea'>, (task: Task) => PageTarget> = {
  mensaje: ({ id }) => linkOptions({ to: '/oficina/chat', search: { sala: String(id) } }),
  venta: ({ id }) => linkOptions({ to: '/oficina/ventas/$id', params: { id } }),
  llamada: ({ id }) => linkOptions({ to: '/oficina/prospectos/$id', params: { id } }),
  cita: ({ id }) => linkOptions({ to: '/oficina/citas', search: { cita: id } }),
  proforma: ({ id }) => linkOptions({ to: '/oficina/proformas/$id', params: { id } }),
  descuento: ({ id }) => linkOptions({ to: '/oficina/proformas/$id', params: { id } }),
  banco: ({ id, sale_id }) =>
    linkOptions({
      to: '/oficina/ventas/$id',
      params: { id: sale_id ?? 0 },
      search: { tab: 'bancos', solicitud: id },
    }),
  escritura: ({ id }) => linkOptions({ to: '/oficina/escrituras/$id', params: { id } }),
  reclamo: ({ id }) => linkOptions({ to: '/oficina/reclamos-acodeco', search: { reclamo: id } }),
  derecho: ({ id }) => linkOptions({ to: '/oficina/privacidad', search: { ver: 'derechos', derecho: id } }),
  ticket: ({ id }) => linkOptions({ to: '/oficina/tickets/$id', params: { id } }),
  encuesta: ({ id }) => linkOptions({ to: '/oficina/satisfaccion', search: { respuesta: id } }),
  orden_trabajo: ({ id }) => linkOptions({ to: '/oficina/ordenes-de-trabajo', search: { orden: id } }),
  pago: ({ id }) => linkOptions({ to: '/oficina/pagos', search: { pago: id } }),
  devolucion: ({ id }) => linkOptions({ to: '/oficina/devoluciones', search: { devolucion: id } }),
  conciliacion: ({ id }) => linkOptions({ to: '/oficina/conciliaciones/$id', params: { id } }),
  comprobante_diario: ({ id }) => linkOptions({ to: '/oficina/comprobantes/$id', params: { id } }),
  periodo_contable: () => linkOptions({ to: '/oficina/periodos' }),
  firma: ({ id }) => linkOptions({ to: '/oficina/firmas', search: { sobre: id } }),
  comision: ({ id }) => linkOptions({ to: '/oficina/comisiones', search: { comision: id } }),
  promesa: ({ id }) => linkOptions({ to: '/oficina/promesas/$id', params: { id } }),
  adenda: ({ id }) => linkOptions({ to: '/oficina/adendas/$id', params: { id } }),
  plantilla_legal: ({ id }) => linkOptions({ to: '/oficina/plantillas-contratos/$id', params: { id } }),
  plan_accion: ({ id }) => linkOptions({ to: '/oficina/planes-de-accion/$id', params: { id } }),
  contrato: ({ id }) => linkOptions({ to: '/oficina/contratos/$id', params: { id } }),
  fianza: ({ id }) =>
    linkOptions({ to: '/oficina/contratos/$id', params: { id }, search: { ver: 'fianzas' } }),
  solicitud_material: ({ id }) => linkOptions({ to: '/oficina/materiales/$id', params: { id } }),
  orden_compra: ({ id }) => linkOptions({ to: '/oficina/ordenes-de-compra/$id', params: { id } }),
  conteo_material: () => linkOptions({ to: '/oficina/existencias/conteos' }),
  entrega_vivienda: ({ id }) => linkOptions({ to: '/oficina/entregas/$id', params: { id } }),
  pendiente_entrega: ({ id }) =>
    linkOptions({ to: '/oficina/pendientes-de-entrega', search: { pendiente: id } }),
  cargo_garantia: ({ id }) => linkOptions({ to: '/oficina/cargos-de-garantia', search: { cargo: id } }),
  trabajo: ({ id }) => linkOptions({ to: '/oficina/trabajos', search: { trabajo: id } }),
  cronograma: ({ id }) => linkOptions({ to: '/oficina/programacion', search: { cronograma: id } }),
  semana: ({ id }) => linkOptions({ to: '/oficina/programacion/semana', search: { proyecto_id: id } }),
  permiso: ({ id }) => linkOptions({ to: '/oficina/permisos', search: { permiso: id } }),
  plano: ({ id }) => linkOptions({ to: '/oficina/planos', search: { plano: id } }),
  bitacora: ({ id }) => linkOptions({ to: '/oficina/bitacora/campo', search: { contrato: id } }),
  cuenta_obra: ({ id }) => linkOptions({ to: '/oficina/pagos-a-contratistas/$id', params: { id } }),
  factura_proveedor: ({ id }) => linkOptions({ to: '/oficina/facturas/$id', params: { id } }),
  pago_en_linea: ({ id }) => linkOptions({ to: '/oficina/pagos-en-linea', search: { pago: id } }),
  factura_emitida: ({ id }) => linkOptions({ to: '/oficina/facturas-emitidas/$id', params: { id } }),
  lote_pago: ({ id }) => linkOptions({ to: '/oficina/egresos/$id', params: { id } }),
  caja_menuda: ({ id }) => linkOptions({ to: '/oficina/caja-menuda/$id', params: { id } }),
  prestamo_interino: ({ id }) => linkOptions({ to: '/oficina/prestamos-interinos/$id', params: { id } }),
  sello: ({ id }) => linkOptions({ to: '/oficina/sellos', search: { sello: id } }),
  entrega: ({ sale_id }) =>
    linkOptions({ to: '/oficina/ventas/$id', params: { id: sale_id ?? 0 }, search: { tab: 'obra' } }),
  rescision: ({ sale_id }) => linkOptions({ to: '/oficina/ventas/$id', params: { id: sale_id ?? 0 } }),
};

/** Tasks that are done without leaving this page, and the verb of their button. */
const IN_PLACE: Partial<Record<TaskKind, string>> = {
  llamada: 'Anotar',
  cita: 'Atender',
  pago: 'Verificar',
  encuesta: 'Anotar',
};

const GROUPS = ['Atrasado', 'Hoy', 'Próximos días', 'Sin fecha'] as const;

function groupOf({ due }: Task, today: string): (typeof GROUPS)[number] {
  if (due === null) return 'Sin fecha';
  if (due === today) return 'Hoy';
  return due < today ? 'Atrasado' : 'Próximos días';
}

function whenOf({ due, at }: Task, today: string): string | null {
  if (due === null) return null;
  const hour = at ? ` ${panamaTime(at)}` : '';
  if (due === today) return `hoy${hour}`;
  if (due === addDays(today, 1)) return `mañana${hour}`;
  const late = daysBetween(due, today);
  if (late > 0) return late === 1 ? 'ayer' : `hace ${late} días`;
  return `${showDay(due)}${hour}`;
}

/** Everything that the user has to do, by date, and the actions that need no other page. */
export function TaskQueue() {
  const today = useToday();
  const [kind, setKind] = useState<TaskKind | null>(null);
  const { data, error } = useQuery(tasksQuery(kind));
  const drawer = useDrawer('tarea');
  const tasks = data?.data.tasks;
  const totals = data?.data.totals.filter(({ total }) => total > 0) ?? [];
  const all = totals.reduce((sum, { total }) => sum + total, 0);
  // No kind of task is this user's work.
  if (data?.data.totals.length === 0) return null;
  const open = tasks?.find((task) => `${task.kind}-${task.id}` === drawer.word);
  return (
    <Section
      title="Te toca a ti"
      text={all === 0 ? '' : all === 1 ? '1 pendiente' : `${all.toLocaleString('es-PA')} pendientes`}
    >
      {totals.length > 1 && (
        <Chip.Group value={kind ?? ''} onChange={(chosen) => setKind((chosen as TaskKind) || null)}>
          <Group gap="xs" mb="sm" className={styles.kinds} role="radiogroup" aria-label="Clase de pendiente">
            <Chip value="" size="xs">
              Todo
            </Chip>
            {totals.map(({ kind: one, total }) => (
              <Chip key={one} value={one} size="xs">
                {TASK_KINDS[one]} {total}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      )}
      {error ? (
        <Alert color="red" variant="light" title={sentence(error)} />
      ) : !tasks ? (
        <Stack gap="sm">
          <Skeleton height={36} />
          <Skeleton height={36} />
          <Skeleton height={36} />
        </Stack>
      ) : tasks.length === 0 ? (
        <EmptyState title="No tienes pendientes. ¡Buen trabajo!" text="Lo nuevo aparece aquí cuando llega." />
      ) : (
        GROUPS.map((group) => {
          const rows = tasks.filter((task) => groupOf(task, today) === group);
          return (
            rows.length > 0 && (
              <section key={group} aria-label={group}>
                <h3 className={styles.group} data-late={group === 'Atrasado' || undefined}>
                  {group}
                </h3>
                <ol className={styles.rows}>
                  {rows.map((task) => (
                    <TaskLine
                      key={`${task.kind}-${task.id}-${task.text}`}
                      task={task}
                      when={whenOf(task, today)}
                      late={group === 'Atrasado'}
                      onOpen={() => drawer.open(`${task.kind}-${task.id}`)}
                    />
                  ))}
                </ol>
              </section>
            )
          );
        })
      )}
      {open && (
        <TaskDrawer
          task={open}
          tasks={tasks ?? []}
          onGo={(to) => drawer.open(`${open.kind}-${to}`)}
          onClose={drawer.close}
        />
      )}
    </Section>
  );
}

interface TaskLineProps {
  task: Task;
  when: string | null;
  late: boolean;
  onOpen: () => void;
}

function TaskLine({ task, when, late, onOpen }: TaskLineProps) {
  const verb = IN_PLACE[task.kind];
  const { busy, finish } = useFinishTask();
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <Group gap="xs">
          {task.kind === 'tarea' ? (
            <PageLink href={recordUrl(task.record!.reference, task.record!.id)} fw={600}>
              {task.title}
            </PageLink>
          ) : (
            <PageLink {...PAGES[task.kind](task)} fw={600}>
              {task.title}
            </PageLink>
          )}
          {task.centavos !== null && <MoneyText centavos={task.centavos} size="sm" />}
        </Group>
        <Text size="sm">{task.text}</Text>
      </div>
      <Group gap="sm" className={styles.act}>
        {task.phone && <PhoneLinks phone={task.phone} size="sm" />}
        {when && (
          <span className={styles.when} data-late={late || undefined}>
            {when}
          </span>
        )}
        {task.kind === 'tarea' && (
          <Button
            size="compact-sm"
            variant="default"
            loading={busy}
            onClick={() => finish(task.id)}
            aria-label={`Hecha: ${task.title}`}
          >
            Hecha
          </Button>
        )}
        {verb && (
          <Button size="compact-sm" variant="default" onClick={onOpen} aria-label={`${verb}: ${task.title}`}>
            {verb}
          </Button>
        )}
      </Group>
    </li>
  );
}

interface TaskDrawerProps {
  task: Task;
  tasks: readonly Task[];
  onGo: (id: number) => void;
  onClose: () => void;
}

/** The drawer in which a task is done; J and K lead to the next task of its kind. */
function TaskDrawer({ task, tasks, onGo, onClose }: TaskDrawerProps) {
  const { kind, id, title } = task;
  const beside = besideOf(
    tasks.filter((one) => one.kind === kind),
    id,
    onGo,
  );
  if (kind === 'pago') return <PaymentDrawer id={id} onClose={onClose} beside={beside} />;
  if (kind === 'cita') return <AppointmentDrawer id={id} onClose={onClose} beside={beside} />;
  if (kind === 'encuesta') return <SurveyDrawer id={id} onClose={onClose} beside={beside} />;
  if (kind === 'llamada')
    return <ContactDrawer prospect={{ id, person: { id, name: title } }} onClose={onClose} />;
  return null;
}
