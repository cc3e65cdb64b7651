import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { VideoDialog } from './VideoDialog.tsx';

const video = { src: '/medios/v', type: 'video/mp4', poster: null, title: 'Video de Valle Sereno' };

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Video
      </button>
      <VideoDialog video={video} open={open} onHide={() => setOpen(false)} />
    </>
  );
}

const player = () => document.querySelector('video');

test('the video loads when its dialog opens, and pauses each time the dialog closes', async () => {
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  const user = userEvent.setup();
  render(<Page />);
  expect(player()).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Video' }));
  expect(player()).not.toBeNull();
  expect(pause).not.toHaveBeenCalled();

  await user.click(screen.getByRole('button', { name: 'Cerrar' }));
  expect(pause).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('dialog')).toBeNull();

  const kept = player();
  await user.click(screen.getByRole('button', { name: 'Video' }));
  expect(player()).toBe(kept);
  await user.click(screen.getByRole('dialog'));
  expect(pause).toHaveBeenCalledTimes(2);
});
