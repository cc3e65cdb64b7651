import { useQuery } from '@tanstack/react-query';
import { Modal, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { precontractStates } from '#contract/company/catalogs/salesLists.ts';
import type { Permission } from '#contract/access.ts';
import type { BoardRow } from '#contract/sales/board/board.ts';
import { listBoard } from '#contract/sales/board/boardEndpoints.ts';
import { changeSaleStatus, getSale } from '#contract/sales/sale/endpoints.ts';
import { BOARD_STATES, moveOf } from '#contract/sales/sale/moves.ts';
import { call } from '#web/office/lib/call.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { usePermissions } from '#web/office/lib/session.ts';
import { askReason } from '#web/office/ui/ask.tsx';
import { Toolbar } from '#web/office/ui/table/Toolbar.tsx';
import type { Filter } from '#web/office/ui/table/types.ts';
import { changed, refreshed } from '#web/office/lib/refresh.ts';
import { toast } from '#web/office/ui/toast.tsx';
import styles from './board.module.css';
import type { BoardSearch } from './boardSearch.ts';
import { StateColumn } from './StateColumn.tsx';
import { asks } from '#web/office/lib/list.ts';

const ENDS: readonly number[] = [16];

/** A card that was let go, and where it goes. */
interface Moving {
  sale: BoardRow;
  to: number;
}

/**
 * The board by state of the pre-contract: a card is dragged to the next state, or sent there from its menu. A column that it cannot go
 * to says why while it is held. A refused card goes back where it was, with the sentence.
 */
export function StatesBoard({ search, filters: chips }: { search: BoardSearch; filters: readonly Filter[] }) {
  const patch = usePatchSearch();
  const [help, setHelp] = useState(false);
  const searchBox = useRef<HTMLInputElement>(null);
  const granted = usePermissions();
  const states = useOptions(queryOf(precontractStates.list, {}));
  const [held, setHeld] = useState<BoardRow | null>(null);
  const [moving, setMoving] = useState<Moving | null>(null);
  const { ver: _view, page: _page, per_page: _size, estado_id: _states, ...filters } = search;
  const counted = useQuery(queryOf(listBoard, { query: { ...asks(listBoard, filters), per_page: 1 } }));
  const record = useQuery({
    ...queryOf(getSale, { params: { id: held?.id ?? 0 } }),
    enabled: held !== null,
  });
  const may = (permission: Permission) => granted.has(permission);
  const offers = record.data?.data.id === held?.id ? record.data?.data.transitions : undefined;
  const nameOf = (state: number) => states.find(({ id }) => id === state)?.name ?? '';

  const move = async (sale: BoardRow, to: number) => {
    const { whyNot, motivo } = moveOf(sale.state.id, to, may, offers);
    setHeld(null);
    if (whyNot) {
      toast.error(whyNot);
      return;
    }
    setMoving({ sale, to });
    const reason =
      motivo === 'none'
        ? ''
        : await askReason({
            title: `${sale.name}: ${nameOf(to)}`,
            text: 'El motivo queda en el historial.',
            label: 'Motivo',
            required: motivo === 'required',
            confirm: 'Cambiar estado',
            danger: ENDS.includes(to),
          });
    try {
      if (reason === null) return;
      await call(changeSaleStatus, {
        params: { id: sale.id },
        body: { params: { estado_id: to, version: sale.version, ...(reason && { motivo: reason }) } },
      });
      toast.success(`${sale.name}: ${nameOf(to)}.`);
    } catch (refused) {
      toast.error(refused);
      // Refused or not, what is on the screen may be old.
      changed(changeSaleStatus);
    } finally {
      await refreshed();
      setMoving((now) => (now?.sale === sale ? null : now));
    }
  };

  return (
    <Stack gap="sm">
      <Toolbar
        search={search}
        onChange={patch}
        filters={chips}
        searchLabel="Nombre, cédula, celular o código"
        searchBox={searchBox}
        sorts={null}
        onHelp={() => setHelp(true)}
        tools={null}
      />
      <section className={styles.columns} aria-label="Ventas por estado">
        {BOARD_STATES.map((state) => (
          <StateColumn
            key={state}
            state={state}
            name={nameOf(state)}
            filters={filters}
            total={counted.data?.meta.states.find(({ state_id }) => state_id === state)?.total ?? 0}
            held={held}
            arriving={moving?.to === state ? moving.sale : null}
            leaving={moving?.sale.id ?? null}
            whyNot={held ? moveOf(held.state.id, state, may, offers).whyNot : null}
            choices={(sale) =>
              BOARD_STATES.filter((to) => moveOf(sale.state.id, to, may).whyNot === null).map((to) => ({
                to,
                name: nameOf(to),
                whyNot: sale.id === held?.id ? moveOf(sale.state.id, to, may, offers).whyNot : null,
              }))
            }
            onHold={setHeld}
            onMove={(sale, to) => void move(sale, to)}
          />
        ))}
      </section>
      {help && <BoardKeys onClose={() => setHelp(false)} />}
    </Stack>
  );
}

/** How the view by state is worked without a mouse. */
const BoardKeys = ({ onClose }: { onClose: () => void }) => (
  <Modal opened onClose={onClose} title="Teclado" closeButtonProps={{ 'aria-label': 'Cerrar' }}>
    <Text size="sm">
      Con Tab se pasa de tarjeta en tarjeta. La flecha de cada una abre los estados a los que puede ir; con
      las flechas del teclado se elige uno y con Enter se mueve.
    </Text>
  </Modal>
);
