import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readLesson } from '#contract/care/chatbot/endpoints.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { TeachDrawer } from './TeachDrawer.tsx';

/** Below a reply of the team: makes a question and answer of it for the chatbot. */
export function TeachFromReply({ messageId }: { messageId: number }) {
  const teaches = useCan('chatbot.crear');
  const [teaching, setTeaching] = useState(false);
  if (!teaches) return null;
  return (
    <>
      <Button size="compact-xs" variant="subtle" onClick={() => setTeaching(true)}>
        Enseñar al chatbot
      </Button>
      {teaching && <Lesson messageId={messageId} onClose={() => setTeaching(false)} />}
    </>
  );
}

function Lesson({ messageId, onClose }: { messageId: number; onClose: () => void }) {
  const lesson = useQuery(queryOf(readLesson, { params: { id: messageId } })).data?.data;
  return lesson ? <TeachDrawer {...lesson} onClose={onClose} /> : null;
}
