import { Anchor, Code, Text } from '@mantine/core';
import { actorName, recordName, type AuditRow } from '#contract/company/audit/model.ts';
import { entityLabel } from '#contract/company/audit/entities.ts';
import { actionLabel, DEEDS, deedOf } from '#contract/company/audit/words.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { RecordDrawer, type Beside } from '#web/office/ui/RecordDrawer.tsx';
import styles from './audit.module.css';
import { recordPage } from './records.ts';

interface Props {
  line: AuditRow;
  onClose: () => void;
  /** Filters the list by the same record. */
  onRecord: () => void;
  beside: Beside;
}

/** One entry of the audit log, with all its data. */
export function AuditDrawer({ line, onClose, onRecord, beside }: Props) {
  const page = recordPage(line);
  const record = recordName(line);
  return (
    <RecordDrawer
      title={`${actionLabel(line.action)}: ${entityLabel(line.entity)}`}
      onClose={onClose}
      record={line}
      beside={beside}
    >
      <Facts
        narrow
        rows={[
          ['Quién', actorName(line)],
          ['Cuándo', <DateText key="at" instant={line.at} />],
          ['Qué', DEEDS[deedOf(line.action)]],
          ['Registro', page ? <PageLink {...page}>{record}</PageLink> : record],
          ['Desde', line.ip],
          ['Navegador', line.user_agent],
          ['Solicitud', line.request_id],
        ]}
      />
      <Anchor component="button" type="button" size="sm" onClick={onRecord}>
        Todo lo de este registro
      </Anchor>
      {Object.keys(line.data).length > 0 && (
        <div>
          <Text size="sm" fw={600} mb={4}>
            Detalle
          </Text>
          <Code block className={styles.data}>
            {JSON.stringify(line.data, null, 2)}
          </Code>
        </div>
      )}
    </RecordDrawer>
  );
}
