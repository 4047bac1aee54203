; sensitivity-forms-repaired-control, Scope(denominator=3): is there an instance that satisfies the hypotheses and not the conclusion?
; z3 5.4.1
(set-logic QF_NRA)
(set-info :status sat)
(declare-fun a () Real)
(declare-fun b () Real)
(declare-fun c () Real)
(declare-fun d () Real)
(assert (and (and (<= 0.0 a) (>= 1.0 a)) (and (<= 0.0 b) (>= 1.0 b)) (and (<= 0.0 c) (>= 1.0 c)) (and (<= 0.0 d) (>= 1.0 d)) (and (<= a b) (<= b c) (<= c d))))
(assert (not (= (+ (- b a) (- d c)) (- d a))))
(check-sat)
