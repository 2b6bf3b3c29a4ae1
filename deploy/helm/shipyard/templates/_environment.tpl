{{/* The variables that the chart sets. A process gets those that files/processes.yaml calls its `given`; an empty one is left out. */}}
{{- define "shipyard.given" -}}
METRICS_HOST: 0.0.0.0
METRICS_PORT: '9100'
SUBMISSION_PUBLIC_URL: {{ required "Set publicUrls.submission to the https:// URL that people see" .Values.publicUrls.submission | quote }}
GATEWAY_PUBLIC_URL: {{ required "Set publicUrls.gateway to the https:// URL that people see" .Values.publicUrls.gateway | quote }}
GATEWAY_URL: http://{{ include "shipyard.fullname" . }}-gateway:3100
TRUSTED_PROXIES: {{ join "," .Values.trustedProxies | quote }}
OBJECT_STORES: {{ .Values.objectStore.stores | quote }}
S3_BUCKET: {{ .Values.objectStore.bucket | quote }}
S3_REGION: {{ .Values.objectStore.region | quote }}
S3_ENDPOINT: {{ .Values.objectStore.endpoint | quote }}
S3_FORCE_PATH_STYLE: {{ ternary "1" "" .Values.objectStore.forcePathStyle | quote }}
S3_ALLOW_HTTP: {{ ternary "1" "" .Values.objectStore.allowHttp | quote }}
S3_ENCRYPTION: {{ .Values.objectStore.encryption | quote }}
SHIPMENT_MASTER_KEYS_FILE: {{ ternary "/keys/shipment-keys" "" (ne .Values.persistence.shipmentKeysClaim "") | quote }}
{{- end -}}

{{/* The environment of a container: (dict "root" $ "facts" …, of files/processes.yaml, "secret" NAME). */}}
{{- define "shipyard.environment" -}}
{{- $root := .root -}}
{{- $secret := .secret -}}
{{- $given := include "shipyard.given" $root | fromYaml -}}
{{- $_ := required "Set settings.REVIEW_MODEL to the id of a text model of the gateway" $root.Values.settings.REVIEW_MODEL -}}
{{- range .facts.secrets }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $secret }}, key: {{ . }} } }
{{- end }}
{{- range .facts.optional }}
{{- if not (and (eq . "SHIPMENT_MASTER_KEYS") $root.Values.persistence.shipmentKeysClaim) }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $secret }}, key: {{ . }}, optional: true } }
{{- end }}
{{- end }}
{{- range .facts.given }}
{{- if index $given . }}
- name: {{ . }}
  value: {{ index $given . | quote }}
{{- end }}
{{- end }}
{{- range .facts.settings }}
{{- if index $root.Values.settings . }}
- name: {{ . }}
  value: {{ index $root.Values.settings . | quote }}
{{- end }}
{{- end }}
{{- end -}}
