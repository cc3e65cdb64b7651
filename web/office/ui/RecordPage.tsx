/**
 * A record page (sale, contract, ticket, deed). Every record page has this order:
 *   1. route (routes/oficina/x/$id.tsx): params, validateSearch: z.object({ tab: filterText }),
 *               loader: ({ context, params }) => preload(context, getX, { params })
 *   2. query:   const { data } = useSuspenseQuery(queryOf(getX, { params: { id } }))
 *   3. actions: the record's allowed transitions {label, method, url}; a refused one has its reason in whyNot
 *   4. page:    <RecordPage title={x.codigo} subtitle={x.nombre} state={<StatePill catalog="precontract" state={x.estado} />}
 *                 turn={{ who: 'Procesador: Ana', mine: true }} actions={[next, …others]} tab={search.tab ?? 'datos'} onTab={…}
 *                 tabs={[{ key: 'datos', label: 'Datos', content: <… /> }]} activity={<ActivityStream … />} />
 * The first action is the next step: the primary button, disabled with its reason. The others are in the menu, and so is
 * what ends the record, even if nothing else is left to do.
 */
import { ActionIcon, Anchor, Box, Group, Menu, Tabs, Text, Title } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useInSight } from '../lib/inSight.ts';
import { useCrumb } from '../lib/crumbs.ts';
import { AlsoHere, type RecordName } from './AlsoHere.tsx';
import { ReasonedButton } from './ReasonedButton.tsx';
import styles from './RecordPage.module.css';
import { TurnPill } from './StatePill.tsx';

export interface RecordAction {
  key: string;
  /** A verb: "Marcar expediente completo". */
  label: string;
  /** The reason why it is disabled, as a sentence; null if it is enabled. */
  whyNot: string | null;
  onRun: () => void;
  /** In progress. */
  loading?: boolean;
  /** Destructive or final: shown in red, and never the main button. */
  danger?: boolean;
  /** Never the main button: it is no step of the record's way. */
  aside?: boolean;
  /** What is missing, each with the way to mend it; null: this page has none. */
  missing?: readonly { label: string; onMend: (() => void) | null }[];
}

export interface RecordTab {
  key: string;
  label: string;
  /** A number beside the label, for example of waiting items. */
  count?: number;
  content: ReactNode;
}

/** The content: in tabs, or all on one page. */
type Content =
  | { tabs: readonly RecordTab[]; tab: string; onTab: (key: string) => void; children?: never }
  | { children: ReactNode; tabs?: never; tab?: never; onTab?: never };

type RecordPageProps = Content & {
  title: string;
  /** The record by the name that comments use, so that colleagues see who has it open. */
  of?: RecordName;
  subtitle: ReactNode;
  state: ReactNode;
  /** Whose turn it is; null if nobody has to act. */
  turn: { who: string; mine: boolean } | null;
  /** The next action first; empty if there is none. */
  actions: readonly RecordAction[];
  /** History, comments and messages in one list; null if the record has none. */
  activity: ReactNode;
  /** Key facts below the name: price, lot, dates. */
  facts?: readonly { label: string; value: ReactNode }[];
};

export function RecordPage(props: RecordPageProps) {
  const { title, subtitle, state, turn, actions, activity, facts = [] } = props;
  useCrumb(title);
  useInSight(title, actions);
  const next = actions[0]?.aside || actions[0]?.danger ? undefined : actions[0];
  const others = next ? actions.slice(1) : actions;
  return (
    <article>
      <header className={styles.header}>
        <Box miw={0}>
          <Group gap="xs" align="center">
            <Title order={1}>{title}</Title>
            {state}
            {props.of && <AlsoHere of={props.of} />}
            {turn && <TurnPill {...turn} />}
          </Group>
          <Text c="dimmed" size="sm" component="div">
            {subtitle}
          </Text>
        </Box>
        <div className="no-print">
          <Group gap="xs" wrap="nowrap">
            {next && (
              <ReasonedButton whyNot={next.whyNot} onClick={next.onRun} loading={next.loading ?? false}>
                {next.label}
              </ReasonedButton>
            )}
            {others.length > 0 && <OtherActions actions={others} />}
          </Group>
          {/* Touch has no hover, so a phone shows the reason as text. */}
          {next?.whyNot && !next.missing && (
            <Text size="xs" c="dimmed" mt={4} hiddenFrom="sm" aria-hidden>
              {next.whyNot}
            </Text>
          )}
        </div>
      </header>
      {next?.missing && <MissingThings missing={next.missing} />}
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map((fact) => (
            <div key={fact.label}>
              <dt>{fact.label}</dt>
              <dd>{fact.value}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className={activity === null ? undefined : styles.columns}>
        {props.tabs ? <RecordTabs {...props} /> : <div>{props.children}</div>}
        {activity !== null && (
          <aside className={`${styles.activity} no-print`} aria-label="Actividad">
            {activity}
          </aside>
        )}
      </div>
    </article>
  );
}

/** The things that the next step lacks, as links to where they are mended. */
function MissingThings({ missing }: { missing: NonNullable<RecordAction['missing']> }) {
  return (
    <section className={`${styles.missing} no-print`} aria-label="Lo que falta">
      <Text size="sm" fw={600} span>
        Falta:
      </Text>
      <ul>
        {missing.map(({ label, onMend }) => (
          <li key={label}>
            {onMend ? (
              <Anchor component="button" type="button" size="sm" underline="always" onClick={onMend}>
                {label}
              </Anchor>
            ) : (
              <Text size="sm" span>
                {label}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function RecordTabs({ tabs, tab, onTab }: Extract<Content, { tab: string }>) {
  const open = tabs.some((one) => one.key === tab) ? tab : tabs[0]?.key;
  return (
    <Tabs value={open ?? null} onChange={(key) => key && onTab(key)} keepMounted={false}>
      <Tabs.List className={`${styles.tabs} no-print`}>
        {tabs.map((one) => (
          <Tabs.Tab
            key={one.key}
            value={one.key}
            rightSection={one.count ? <span className={styles.count}>{one.count}</span> : null}
          >
            {one.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((one) => (
        <Tabs.Panel key={one.key} value={one.key} pt="md">
          {one.content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function OtherActions({ actions }: { actions: readonly RecordAction[] }) {
  return (
    <Menu width={300}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label="Otras acciones">
          <IconDotsVertical size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item
            key={action.key}
            {...(action.danger && { color: 'var(--danger)' })}
            {...(action.whyNot !== null && {
              'data-refused': true,
              'aria-disabled': true,
              closeMenuOnClick: false,
            })}
            onClick={() => action.whyNot === null && action.onRun()}
          >
            <span className={action.whyNot === null ? undefined : styles.refused}>{action.label}</span>
            {action.whyNot !== null && (
              <Text size="xs" c="dimmed">
                {action.whyNot}
              </Text>
            )}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
