import { Button, Spin } from 'antd';
import { Activity, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { failureWords, Unreachable } from '../platform/answer.ts';
import { loadMenus } from '../platform/auth.ts';
import { token, useSession } from '../platform/session.ts';
import { useSettings } from '../platform/settings.ts';
import { later } from '../ui/later.tsx';
import { Blank } from '../ui/list/Blank.tsx';
import { leave, logOut } from './leave.ts';
import { cleaned, wallPath } from './pages.ts';
import { Shell } from './Shell.tsx';

// whoever opens a wall waits a moment; nobody else carries it
const WallFrame = later(async () => (await import('./WallFrame.tsx')).WallFrame, { ahead: false });
const SetUp = later(async () => (await import('../domains/personal/SetUp.tsx')).SetUp, { ahead: false });

/**
 * Lets nobody in before the permissions are known. A broken line keeps the session; a refusal ends it. What comes in the
 * midst of a session (a password to change first, permissions fetched anew) hides the pages and what is typed in them,
 * and gives them back.
 */
export const Guard = () => {
  const { t } = useTranslation('app');
  const { menus, setUp, wallUntil } = useSession();
  const { pathname } = useLocation();
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, again] = useState(0);

  const [kept, keep] = useState(menus);
  if (menus && menus !== kept) keep(menus);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` starts the fetch again
  useEffect(() => {
    if (menus || token() === '') return; // who signed out is on the way to the sign-in already
    let wanted = true;
    loadMenus().catch((error: unknown) => {
      if (!wanted) return;
      if (error instanceof Unreachable) return setFailure(error);
      leave('here', failureWords(error, useSettings.getState().lang) || t('guard.error'));
    });
    return () => {
      wanted = false;
    };
  }, [menus, attempt, t]);

  const inside = menus !== null && setUp === null;
  // a session that only looks has no other page
  const onWall = wallUntil !== null || `/${cleaned(pathname)}` === wallPath;
  const inShell = inside && !onWall;
  // who has not been inside yet has nothing to keep
  const [been, be] = useState(inShell);
  if (inShell && !been) be(true);
  const pages = been && kept && (
    <Activity mode={inShell ? 'visible' : 'hidden'}>
      <Shell menus={kept} />
    </Activity>
  );
  return (
    <>
      {pages}
      {inside && onWall && <WallFrame missing={() => setFailure(new Unreachable('network'))} />}
      {!inside && (
        <Outside
          failure={failure}
          fail={setFailure}
          again={() => {
            setFailure(null);
            again(attempt + 1);
          }}
        />
      )}
    </>
  );
};

const Outside = ({ failure, fail, again }: { failure: unknown; fail: (error: unknown) => void; again: () => void }) => {
  const { t } = useTranslation('app');
  const lang = useSettings((s) => s.lang);
  const { menus, setUp } = useSession();
  if (failure === null && menus && setUp)
    return (
      <SetUp
        duty={setUp}
        done={() => useSession.setState({ menus: null, setUp: null })}
        leave={logOut}
        missing={() => fail(new Unreachable('network'))}
      />
    );
  if (failure === null) return <Spin className="starting" />;
  return (
    <div className="starting">
      <Blank alone kind="failed" title={t('guard.unreachable')} text={failureWords(failure, lang)}>
        <Button type="primary" onClick={again}>
          {t('guard.again')}
        </Button>
      </Blank>
    </div>
  );
};
