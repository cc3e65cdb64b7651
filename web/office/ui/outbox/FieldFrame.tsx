import { Alert, Anchor, Group, Loader, Paper, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { IconArrowLeft, IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { filesOf, type OutboxItem } from '#web/office/lib/outbox/database.ts';
import type { OutboxState } from '#web/office/lib/outbox/outbox.ts';
import styles from './field.module.css';
import { OutboxRow } from './OutboxRow.tsx';

interface FieldFrameProps<Item extends OutboxItem> {
  title: string;
  /** Where the arrow of the list leads: an address, because the page stands outside the office's frame. */
  home: { href: string; label: string };
  /** From what is open back to the list; null: the list is shown. */
  onBack: (() => void) | null;
  outbox: Pick<OutboxState, 'online' | 'sending' | 'session' | 'held'>;
  /** Said without a line: "Sigue anotando". */
  goOn: string;
  /** Asked of somebody whose session ended: "Ingresa para ver tus trabajos". */
  signIn: string;
  /** What the browser kept is read. */
  ready: boolean;
  /** This device has had the list at least once. */
  known: boolean;
  /** Below the frame's own notices, whatever is open. */
  notice?: ReactNode;
  /** What waits to be sent or was refused, below the list. */
  waiting: readonly Item[];
  renderDetail?: (item: Item) => ReactNode;
  /** Of a refused item. */
  renderActions: (item: Item) => ReactNode;
  children: ReactNode;
}

/** The frame of a page for the site, which works on a phone without a line: its head, what is in the way, and what waits to be sent. */
export function FieldFrame<Item extends OutboxItem>(props: FieldFrameProps<Item>) {
  const { title, home, onBack, outbox, goOn, signIn, ready, known, notice, waiting, children } = props;
  const signedOut = outbox.session === 'out';
  return (
    <main className={styles.page}>
      <Group justify="space-between" wrap="nowrap">
        {onBack ? (
          <UnstyledButton className={styles.back} aria-label="Volver a la lista" onClick={onBack}>
            <IconArrowLeft size={22} aria-hidden />
          </UnstyledButton>
        ) : (
          <Anchor href={home.href} aria-label={home.label} className={styles.back}>
            <IconArrowLeft size={22} aria-hidden />
          </Anchor>
        )}
        <Title order={1} size="h3" flex={1}>
          {title}
        </Title>
        {outbox.sending !== null && <Loader size="sm" aria-label="Enviando" />}
      </Group>
      {!outbox.online && (
        <Alert color="yellow" variant="light" icon={<IconCloudOff aria-hidden />} title="Sin conexión">
          {goOn}: queda guardado aquí y se envía solo cuando vuelva la señal.
        </Alert>
      )}
      {notice}
      {!ready ? null : signedOut ? (
        <Alert variant="light" title={signIn}>
          <Anchor href="/ingresar">Ingresar a la oficina</Anchor>
          {/* What waits is never shown to somebody else. */}
          {outbox.held > 0 && <Text size="sm">{heldText(outbox.held)}</Text>}
        </Alert>
      ) : known ? (
        children
      ) : (
        <Alert variant="light" title="Conéctate una primera vez">
          Abre esta página una vez con conexión: después funciona sin ella.
        </Alert>
      )}
      {!onBack && !signedOut && waiting.length > 0 && (
        <section aria-label="Por enviar">
          <Title order={2} size="h4" mb="xs">
            Por enviar ({waiting.length})
          </Title>
          <Stack gap="xs">
            {waiting.map((item) => (
              <OutboxRow
                key={item.id}
                item={item}
                sending={outbox.sending === item.id}
                detail={props.renderDetail?.(item)}
                actions={props.renderActions(item)}
              />
            ))}
          </Stack>
        </section>
      )}
    </main>
  );
}

const heldText = (count: number) =>
  count === 1
    ? 'En este teléfono hay 1 anotación guardada: se envía cuando ingrese quien la escribió.'
    : `En este teléfono hay ${count} anotaciones guardadas: se envían cuando ingrese quien las escribió.`;

/** What was just done, also for screen readers: the `notice` of pages whose forms close. */
export const Said = ({ children }: { children: string }) => (
  <Text component="output" size="sm" c="dimmed">
    {children}
  </Text>
);

/** An entry of the list of such a page. */
export const FieldEntry = ({ onOpen, children }: { onOpen: () => void; children: ReactNode }) => (
  <Paper withBorder>
    <UnstyledButton className={styles.entry} onClick={onOpen}>
      {children}
    </UnstyledButton>
  </Paper>
);

/** The photographs of a kept item, to correct it. */
export const photosIn = async ({ id }: OutboxItem): Promise<File[]> =>
  (await filesOf(id)).map(({ file }) => file);
