import { Modal, Table } from '@mantine/core';
import { useSingleKeysOn } from '#web/office/lib/singleKeys.ts';
import styles from './table.module.css';

const KEYS: [keys: string[], what: string][] = [
  [['↑', '↓'], 'Recorrer las filas'],
  [['Enter'], 'Abrir la fila'],
  [['Inicio', 'Fin'], 'Primera o última fila'],
  [['Re Pág', 'Av Pág'], 'Página anterior o siguiente'],
  [['x'], 'Elegir la fila'],
  [['/'], 'Buscar'],
  [['?'], 'Esta ayuda'],
  [['Esc'], 'Cerrar'],
];

/** The keyboard shortcuts of a list. */
export function KeysHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const single = useSingleKeysOn();
  return (
    <Modal opened={opened} onClose={onClose} title="Teclas de la lista">
      <Table withRowBorders={false}>
        <Table.Tbody>
          {KEYS.filter(([keys]) => single || keys.some((key) => key.length > 1 || '↑↓'.includes(key))).map(
            ([keys, what]) => (
              <Table.Tr key={what}>
                <Table.Td w={150}>
                  {keys.map((key) => (
                    <kbd key={key} className={styles.kbd}>
                      {key}
                    </kbd>
                  ))}
                </Table.Td>
                <Table.Td>{what}</Table.Td>
              </Table.Tr>
            ),
          )}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
