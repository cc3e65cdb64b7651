import { Alert, Button, Group, Menu, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { IconChevronDown, IconLink, IconLinkOff } from '@tabler/icons-react';
import { useState } from 'react';
import { addDays, isoWeekday, longDay, showDay } from '#contract/dates.ts';
import { checkChain, DIARY_PAPER, findDiary, sealDiary } from '#contract/works/diary/endpoints.ts';
import {
  SECTION_LABELS,
  SECTIONS,
  STOP_LABELS,
  type Diary,
  type DiaryEntry,
} from '#contract/works/diary/model.ts';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { ActivityStream, type ActivityItem } from '#web/office/ui/ActivityStream.tsx';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { RecordPage } from '#web/office/ui/RecordPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { SentPhotos } from '../jobs/Photos.tsx';
import { CorrectEntryDrawer, NewEntryDrawer } from './EntryDrawers.tsx';

type Open = 'new' | DiaryEntry | null;

/** One day of a site diary: what was written, its seal, and what arrived later. */
export function DiaryPage({ id }: { id: number }) {
  const query = useQuery(queryOf(findDiary, { params: { id } }));
  const diary = query.data?.data;
  const [open, setOpen] = useState<Open>(null);
  const seal = useAction(sealDiary, { success: 'Día sellado.' });
  const today = useToday();
  if (query.error) throw query.error;
  if (!diary) return <PendingPage />;
  const close = () => setOpen(null);
  const sealNow = async () => {
    const yes = await askConfirm({
      title: `¿Sellar el ${longDay(diary.fecha)}?`,
      text:
        diary.falta.length > 0
          ? `Falta ${diary.falta.join(' y ')}. Después del sello nada cambia: lo que llegue queda como adenda.`
          : 'Después del sello nada cambia: lo que llegue queda como adenda. También se sellan los días anteriores.',
      confirm: 'Sellar',
    });
    if (yes) seal.mutate({ params: { id } });
  };
  const write = {
    key: 'anotar',
    label: diary.sellada_a ? 'Agregar adenda' : 'Anotar',
    whyNot: null,
    onRun: () => setOpen('new'),
    ...(diary.sellada_a && { aside: true }),
  };
  return (
    <>
      <RecordPage
        of={['bitacora', id]}
        title={capital(longDay(diary.fecha))}
        subtitle={`${diary.proyecto.name} · ${diary.tipo.name}`}
        state={null}
        turn={null}
        facts={factsOf(diary)}
        actions={[
          ...(diary.puede.anotar ? [write] : []),
          ...(diary.puede.sellar
            ? [
                {
                  key: 'sellar',
                  label: 'Sellar el día',
                  whyNot: null,
                  onRun: () => void sealNow(),
                  loading: seal.isPending,
                  aside: true,
                },
              ]
            : []),
        ]}
        activity={diary.puede.comentar ? <Activity diary={diary} /> : null}
      >
        <Stack gap="lg">
          <Group justify="space-between" gap="xs">
            <Beside diary={diary} />
            {diary.puede.exportar && <Papers diary={diary} />}
          </Group>
          {diary.falta.length > 0 && diary.fecha === today && (
            <Alert color="yellow" variant="light" title="Por completar antes del sello">
              Falta {diary.falta.join(' y ')}. El día se sella solo a medianoche.
            </Alert>
          )}
          <Seal diary={diary} />
          <Entries diary={diary} onCorrect={setOpen} />
          {diary.recibidas.length > 0 && (
            <Section
              title="Adendas que llegaron este día"
              text="Tratan de días ya sellados: su contenido está en el sello de este día."
            >
              <Stack gap="sm">
                {diary.recibidas.map((entry) => (
                  <Entry key={entry.id} entry={entry} titled />
                ))}
              </Stack>
            </Section>
          )}
        </Stack>
      </RecordPage>
      {open === 'new' && <NewEntryDrawer diary={diary} onClose={close} />}
      {open !== null && open !== 'new' && <CorrectEntryDrawer entry={open} onClose={close} />}
    </>
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function factsOf({ entradas }: Diary) {
  const weather = entradas.findLast(({ clima }) => clima)?.clima;
  const people = entradas.reduce(
    (sum, { seccion, cantidad }) => sum + (seccion === 'personal' ? (cantidad ?? 0) : 0),
    0,
  );
  return [
    { label: 'Anotaciones', value: String(entradas.length) },
    { label: 'Personas', value: String(people) },
    { label: 'Fotografías', value: String(entradas.reduce((sum, { fotos }) => sum + fotos.length, 0)) },
    ...(weather
      ? [
          {
            label: 'Clima',
            value: `${weather.descripcion}, ${weather.temperatura} °C, ${weather.lluvia_mm} mm`,
          },
        ]
      : []),
  ];
}

/** The days beside this one in the same diary. */
function Beside({ diary: { anterior, siguiente } }: { diary: Diary }) {
  const to = (id: number) => linkOptions({ to: '/oficina/bitacora/$id', params: { id } });
  return (
    <Group gap="md">
      {anterior !== null && <PageLink {...to(anterior)}>← Día anterior</PageLink>}
      {siguiente !== null && <PageLink {...to(siguiente)}>Día siguiente →</PageLink>}
    </Group>
  );
}

/** The day, its week, and each contract that it names, as PDF. */
function Papers({ diary }: { diary: Diary }) {
  const { fecha } = diary;
  const monday = addDays(fecha, 1 - isoWeekday(fecha));
  const contracts = new Map(
    diary.entradas.flatMap(({ contrato }) => (contrato ? [[contrato.id, contrato.nombre] as const] : [])),
  );
  const url = (desde: string, hasta: string, contract?: number) =>
    `${DIARY_PAPER}?${new URLSearchParams({
      proyecto_id: String(diary.proyecto_id),
      tipo_contrato_id: String(diary.tipo_contrato_id),
      desde,
      hasta,
      ...(contract !== undefined && { contrato_id: String(contract) }),
    }).toString()}`;
  const item = (label: string, href: string) => (
    <Menu.Item key={href} component="a" href={href} target="_blank" rel="noopener">
      {label}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
          PDF
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {item('De este día', url(fecha, fecha))}
        {item('De su semana', url(monday, addDays(monday, 6)))}
        {[...contracts].map(([contract, name]) =>
          item(`Del contrato ${name}`, url(addDays(fecha, -365), fecha, contract)),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The seal of the day, and whether the chain of its diary is whole. */
function Seal({ diary }: { diary: Diary }) {
  const { data } = useQuery(
    queryOf(checkChain, { params: { projectId: diary.proyecto_id, typeId: diary.tipo_contrato_id } }),
  );
  const chain = data?.data;
  const broken = chain && !chain.integra;
  const Icon = broken ? IconLinkOff : IconLink;
  return (
    <Alert
      color={broken ? 'red' : diary.sellada_a ? 'green' : 'gray'}
      variant="light"
      icon={<Icon aria-hidden />}
      title={
        diary.sellada_a ? (
          <>
            Sellado <DateText instant={diary.sellada_a} /> · Eslabón {diary.eslabon}
          </>
        ) : (
          'Abierto: se sella al terminar el día'
        )
      }
    >
      <Text size="sm">
        {!chain
          ? 'Comprobando la cadena…'
          : broken
            ? `Cadena rota: lo guardado el ${showDay(chain.rota_en!)} no es lo que se selló.`
            : chain.dias === 0
              ? 'Esta bitácora aún no tiene sellos.'
              : `Cadena comprobada: ${chain.dias} ${chain.dias === 1 ? 'día sellado' : 'días sellados'}, nada cambió.`}
      </Text>
      {diary.huella && (
        <Text size="xs" style={{ wordBreak: 'break-all' }}>
          Huella {diary.huella}
        </Text>
      )}
    </Alert>
  );
}

function Entries({ diary, onCorrect }: { diary: Diary; onCorrect: (entry: DiaryEntry) => void }) {
  if (diary.entradas.length === 0) return <Text c="dimmed">Nadie escribió este día.</Text>;
  return (
    <>
      {SECTIONS.map((section) => {
        const told = diary.entradas.filter(({ seccion }) => seccion === section);
        return told.length === 0 ? null : (
          <Section key={section} title={SECTION_LABELS[section]}>
            <Stack gap="sm">
              {told.map((entry) => (
                <Entry key={entry.id} entry={entry} onCorrect={() => onCorrect(entry)} />
              ))}
            </Stack>
          </Section>
        );
      })}
    </>
  );
}

interface EntryProps {
  entry: DiaryEntry;
  /** With its section and its day. */
  titled?: boolean;
  onCorrect?: () => void;
}

function Entry({ entry, titled = false, onCorrect }: EntryProps) {
  const figures = [
    entry.cantidad,
    entry.motivo && STOP_LABELS[entry.motivo],
    entry.horas !== null && `${entry.horas} h`,
  ].filter(Boolean);
  return (
    <Paper withBorder p="sm">
      <Stack gap={6}>
        {titled && (
          <Text size="sm" fw={600}>
            {SECTION_LABELS[entry.seccion]} del {showDay(entry.fecha)}
          </Text>
        )}
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {figures.length > 0 && <b>{figures.join(' · ')} </b>}
            {entry.texto}
          </Text>
          {onCorrect && entry.corregible && (
            <Button variant="subtle" size="compact-md" flex="none" onClick={onCorrect}>
              Corregir
            </Button>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {entry.autor.name} · <DateText instant={entry.escrita_a} />
          {entry.contrato && ` · ${entry.contrato.nombre} (${entry.contrato.contratista})`}
          {entry.lugar && ` · ${entry.lugar.latitud.toFixed(5)}, ${entry.lugar.longitud.toFixed(5)}`}
        </Text>
        {!titled && entry.adenda_del && (
          <Text size="sm" c="var(--warning)">
            Adenda: llegó después del sello y está en el del {showDay(entry.adenda_del)}.
          </Text>
        )}
        {entry.reloj && (
          <Text size="sm" c="var(--warning)">
            El reloj del teléfono iba {entry.reloj}; llegó a la oficina el{' '}
            <DateText instant={entry.recibida_a} />.
          </Text>
        )}
        <SentPhotos photos={entry.fotos} of={SECTION_LABELS[entry.seccion]} />
      </Stack>
    </Paper>
  );
}

/** Tasks, files, and comments in one list with what happened; a contractor has none of them. */
function Activity({ diary }: { diary: Diary }) {
  const { id, historia } = diary;
  const comments = useComments('bitacora', id);
  const changes: ActivityItem[] = historia.map(({ id: line, at, who, text }) => ({
    id: `change-${line}`,
    kind: 'change',
    who: who ?? 'Sistema',
    at,
    text,
  }));
  return (
    <Stack gap="lg">
      <RecordTasks reference="bitacora" id={id} />
      <RecordFiles reference="bitacora" id={id} />
      <ActivityStream
        {...comments}
        items={comments.items && [...comments.items, ...changes].toSorted((a, b) => (a.at < b.at ? 1 : -1))}
      />
    </Stack>
  );
}
