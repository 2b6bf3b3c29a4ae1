/** What stands beside the pages, by who reads them. A page is named by its first heading. */
export interface Navigation {
  language: 'en' | 'zh-CN';
  home: string;
  search: string;
  nothing: string;
  groups: { title: string; pages: string[] }[];
}

export const ENGLISH: Navigation = {
  language: 'en',
  home: 'docs/index.md',
  search: 'Search',
  nothing: 'Nothing found',
  groups: [
    {
      title: 'Participants',
      pages: ['docs/pages.md', 'docs/command-line.md', 'docs/github.md', 'docs/assistants.md'],
    },
    {
      title: 'Staff',
      pages: [
        'docs/operating/staff.md',
        'docs/operating/reviews.md',
        'docs/operating/interviews.md',
        'docs/operating/shipments.md',
        'docs/lifecycle.md',
        'docs/consoles.md',
      ],
    },
    {
      title: 'Customers',
      pages: ['docs/customers.md', 'docs/errors.md', 'docs/prices.md'],
    },
    {
      title: 'Operators',
      pages: [
        'docs/operating.md',
        'docs/operating/install.md',
        'deploy/helm/shipyard/README.md',
        'docs/operating/configure.md',
        'docs/operating/object-store.md',
        'docs/operating/back-up.md',
        'docs/operating/upgrade.md',
        'docs/operating/monitor.md',
        'docs/operating/observe.md',
        'docs/runbook.md',
        'docs/scale.md',
        'docs/drills/2026-11-29-restore.md',
        'docs/operating/suppliers-and-models.md',
        'docs/examples/README.md',
        'docs/prices.md',
        'docs/operating/keys-and-money.md',
        'docs/statements.md',
        'docs/operating/operators-console.md',
        'docs/operating/mail.md',
        'docs/operating/personal-data.md',
        'docs/operating/connected-apps.md',
        'docs/operating/releases.md',
        'docs/security.md',
      ],
    },
    {
      title: 'Developers',
      pages: [
        'ARCHITECTURE.md',
        'CONTRIBUTING.md',
        'docs/dependencies.md',
        'CHANGELOG.md',
        'SECURITY.md',
        'docs/decisions/speed-of-a-chat.md',
        'docs/decisions/ledger-and-usage.md',
        'docs/decisions/holds-and-reservations.md',
        'docs/decisions/charges-and-losses.md',
        'docs/decisions/routing-and-suppliers.md',
        'docs/decisions/requests-limits-and-deploys.md',
        'docs/decisions/idempotency.md',
        'docs/decisions/database-and-sql.md',
        'docs/decisions/accounts-and-tokens.md',
        'docs/decisions/personal-data.md',
        'docs/decisions/rendering-readmes.md',
        'docs/decisions/images-and-files.md',
        'docs/decisions/reviews-interviews-and-staff.md',
        'docs/decisions/pages-and-studio.md',
        'docs/decisions/command-line-and-assistants.md',
        'docs/decisions/builds-and-tests.md',
      ],
    },
  ],
};

export const CHINESE: Navigation = {
  language: 'zh-CN',
  home: 'docs/zh/index.md',
  search: '搜索',
  nothing: '没有找到',
  groups: [
    { title: '参与者', pages: ['docs/zh/participants.md', 'docs/zh/command-line.md'] },
    {
      title: '运维',
      pages: [
        'docs/zh/operating.md',
        'docs/zh/operating/install.md',
        'docs/zh/operating/configure.md',
        'docs/zh/operating/keys-and-money.md',
        'docs/zh/operating/suppliers-and-models.md',
        'docs/zh/operating/run.md',
      ],
    },
  ],
};
