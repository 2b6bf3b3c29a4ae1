export const ShippedBadge = ({ text }: { text: string }) => (
  <span className="ui-shipped">
    <svg className="ui-icon" viewBox="0 0 16 16" aria-hidden="true">
      <path
        d="M1 10h14l-2.5 4h-9zM5 10V6h6v4M8 6V2.5h2.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
    {text}
  </span>
);
