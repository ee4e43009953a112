import { PageHeader } from '../../ui/PageHeader.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import './personal.css';

export const ChangePasswordPage = () => (
  <>
    <PageHeader />
    <div className="personal">
      <PasswordForm />
    </div>
  </>
);
