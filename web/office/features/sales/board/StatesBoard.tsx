import { useQuery } from '@tanstack/react-query';
import { Modal, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { precontractStates } from '#contract/company/catalogs/salesLists.ts';
import type { Permission } from '#contract/access.ts';
import type { BoardRow } from '#contract/sales/board/board.ts';
import { listBoard } from '#contract/sales/board/boardEndpoints.ts';
import { changeSaleStatus, getSale } from '#contract/sales/sale/endpoints.ts';
import { BOARD_STATES, moveOf } from '#contract/sales/sale/moves.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { usePermissions } from '#web/office/lib/session.ts';
import { askReason } from '#web/office/ui/ask.tsx';
import { Board } from '#web/office/ui/board/Board.tsx';
import { Toolbar } from '#web/office/ui/table/Toolbar.tsx';
import type { Filter } from '#web/office/ui/table/types.ts';
import type { BoardSearch } from './boardSearch.ts';
import { StateColumn } from './StateColumn.tsx';
import { asks } from '#web/office/lib/list.ts';

const ENDS: readonly number[] = [SALE.withdrawn];

/**
 * The board by pre-contract state. While a card is held, each column that refuses it shows the reason, once the sale's
 * own transitions are loaded.
 */
export function StatesBoard({ search, filters: chips }: { search: BoardSearch; filters: readonly Filter[] }) {
  const patch = usePatchSearch();
  const [help, setHelp] = useState(false);
  const searchBox = useRef<HTMLInputElement>(null);
  const granted = usePermissions();
  const states = useOptions(queryOf(precontractStates.list, {}));
  const [heldId, setHeldId] = useState<number | null>(null);
  const { ver: _view, page: _page, per_page: _size, estado_id: _states, ...filters } = search;
  const counted = useQuery(queryOf(listBoard, { query: { ...asks(listBoard, filters), per_page: 1 } }));
  const record = useQuery({
    ...queryOf(getSale, { params: { id: heldId ?? 0 } }),
    enabled: heldId !== null,
  });
  const may = (permission: Permission) => granted.has(permission);
  const ruleOf = (sale: BoardRow, to: number) =>
    moveOf(
      sale.state.id,
      to,
      may,
      record.data?.data.id === sale.id ? record.data.data.transitions : undefined,
    );
  const nameOf = (state: number) => states.find(({ id }) => id === state)?.name ?? '';

  const move = async (sale: BoardRow, to: number) => {
    const { motivo } = ruleOf(sale, to);
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
    if (reason === null) return null;
    await call(changeSaleStatus, {
      params: { id: sale.id },
      body: { params: { estado_id: to, version: sale.version, ...(reason && { motivo: reason }) } },
    });
    return `${sale.name}: ${nameOf(to)}.`;
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
      <Board
        label="Ventas por estado"
        cardId={idOf}
        cardName={(sale) => sale.name}
        columnOf={(sale) => sale.state.id}
        columnName={nameOf}
        moves={(sale) =>
          BOARD_STATES.filter((to) => moveOf(sale.state.id, to, may).whyNot === null).map((to) => ({
            to,
            label: nameOf(to),
            whyNot: ruleOf(sale, to).whyNot,
          }))
        }
        whyNot={(sale, to) => ruleOf(sale, to).whyNot}
        move={move}
        status={changeSaleStatus}
        onHold={(sale) => setHeldId(sale?.id ?? null)}
      >
        {(board) =>
          BOARD_STATES.map((state) => (
            <StateColumn
              key={state}
              board={board}
              state={state}
              filters={filters}
              total={counted.data?.meta.states.find(({ state_id }) => state_id === state)?.total ?? 0}
            />
          ))
        }
      </Board>
      {help && <BoardKeys onClose={() => setHelp(false)} />}
    </Stack>
  );
}

const idOf = (sale: BoardRow) => sale.id;

/** Help: how to use the board with the keyboard. */
const BoardKeys = ({ onClose }: { onClose: () => void }) => (
  <Modal opened onClose={onClose} title="Teclado" closeButtonProps={{ 'aria-label': 'Cerrar' }}>
    <Text size="sm">
      Con Tab pasas de tarjeta en tarjeta. La barra espaciadora toma una, las flechas la llevan a otra columna
      y la barra espaciadora la suelta; con Escape vuelve a su lugar. La flecha de cada tarjeta abre los
      estados a los que puede ir.
    </Text>
  </Modal>
);
